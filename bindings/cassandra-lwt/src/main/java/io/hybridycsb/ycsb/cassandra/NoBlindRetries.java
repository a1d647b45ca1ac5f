package io.hybridycsb.ycsb.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.retry.RetryDecision;
import com.datastax.oss.driver.api.core.retry.RetryPolicy;
import com.datastax.oss.driver.api.core.retry.RetryVerdict;
import com.datastax.oss.driver.api.core.servererrors.CoordinatorException;
import com.datastax.oss.driver.api.core.servererrors.WriteType;
import com.datastax.oss.driver.api.core.session.Request;

/**
 * Sends reads again but never writes: when a node reports too few living replicas, a lightweight
 * transaction may already have been accepted. Made by the driver.
 */
public final class NoBlindRetries implements RetryPolicy {
  private static final int READ_RETRIES = 20;

  /** What the driver calls. */
  public NoBlindRetries(DriverContext context, String profileName) {}

  private static RetryVerdict verdict(Request request, int retryCount) {
    boolean again = retryCount == 0 && Boolean.TRUE.equals(request.isIdempotent());
    return again ? RetryVerdict.RETRY_NEXT : RetryVerdict.RETHROW;
  }

  /** Contending reads of a record time out early; the request's timeout ends the attempts. */
  private static RetryVerdict sameAgain(Request request, int retryCount) {
    boolean again = retryCount < READ_RETRIES && Boolean.TRUE.equals(request.isIdempotent());
    return again ? RetryVerdict.RETRY_SAME : RetryVerdict.RETHROW;
  }

  @Override
  public RetryVerdict onReadTimeoutVerdict(
      Request request,
      ConsistencyLevel cl,
      int blockFor,
      int received,
      boolean dataPresent,
      int retryCount) {
    return sameAgain(request, retryCount);
  }

  /** A read through Paxos may have to write another operation's proposal. */
  @Override
  public RetryVerdict onWriteTimeoutVerdict(
      Request request,
      ConsistencyLevel cl,
      WriteType writeType,
      int blockFor,
      int received,
      int retryCount) {
    return sameAgain(request, retryCount);
  }

  @Override
  public RetryVerdict onUnavailableVerdict(
      Request request, ConsistencyLevel cl, int required, int alive, int retryCount) {
    return verdict(request, retryCount);
  }

  @Override
  public RetryVerdict onRequestAbortedVerdict(Request request, Throwable error, int retryCount) {
    return verdict(request, retryCount);
  }

  @Override
  public RetryVerdict onErrorResponseVerdict(
      Request request, CoordinatorException error, int retryCount) {
    return verdict(request, retryCount);
  }

  @Override
  @Deprecated
  public RetryDecision onReadTimeout(
      Request request,
      ConsistencyLevel cl,
      int blockFor,
      int received,
      boolean dataPresent,
      int retryCount) {
    return onReadTimeoutVerdict(request, cl, blockFor, received, dataPresent, retryCount)
        .getRetryDecision();
  }

  @Override
  @Deprecated
  public RetryDecision onWriteTimeout(
      Request request,
      ConsistencyLevel cl,
      WriteType writeType,
      int blockFor,
      int received,
      int retryCount) {
    return RetryDecision.RETHROW;
  }

  @Override
  @Deprecated
  public RetryDecision onUnavailable(
      Request request, ConsistencyLevel cl, int required, int alive, int retryCount) {
    return onUnavailableVerdict(request, cl, required, alive, retryCount).getRetryDecision();
  }

  @Override
  @Deprecated
  public RetryDecision onRequestAborted(Request request, Throwable error, int retryCount) {
    return onRequestAbortedVerdict(request, error, retryCount).getRetryDecision();
  }

  @Override
  @Deprecated
  public RetryDecision onErrorResponse(
      Request request, CoordinatorException error, int retryCount) {
    return onErrorResponseVerdict(request, error, retryCount).getRetryDecision();
  }

  @Override
  public void close() {}
}
