package io.hybridycsb.ycsb.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.retry.RetryDecision;
import com.datastax.oss.driver.api.core.retry.RetryPolicy;
import com.datastax.oss.driver.api.core.servererrors.CoordinatorException;
import com.datastax.oss.driver.api.core.servererrors.WriteType;
import com.datastax.oss.driver.api.core.session.Request;

/**
 * Sends reads again but never writes: when a node reports too few living replicas, a lightweight
 * transaction may already have been accepted. Made by the driver, which turns each decision into a
 * verdict by default.
 */
@SuppressWarnings("deprecation") // the driver has the decisions deprecated, but abstract
public final class NoBlindRetries implements RetryPolicy {
  private static final int READ_RETRIES = 20;

  /** What the driver calls. */
  public NoBlindRetries(DriverContext context, String profileName) {}

  private static RetryDecision nextOnce(Request request, int retryCount) {
    boolean again = retryCount == 0 && Boolean.TRUE.equals(request.isIdempotent());
    return again ? RetryDecision.RETRY_NEXT : RetryDecision.RETHROW;
  }

  /** Contending reads of a record time out early; the request's timeout ends the attempts. */
  private static RetryDecision sameAgain(Request request, int retryCount) {
    boolean again = retryCount < READ_RETRIES && Boolean.TRUE.equals(request.isIdempotent());
    return again ? RetryDecision.RETRY_SAME : RetryDecision.RETHROW;
  }

  @Override
  public RetryDecision onReadTimeout(
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
  public RetryDecision onWriteTimeout(
      Request request,
      ConsistencyLevel cl,
      WriteType writeType,
      int blockFor,
      int received,
      int retryCount) {
    return sameAgain(request, retryCount);
  }

  @Override
  public RetryDecision onUnavailable(
      Request request, ConsistencyLevel cl, int required, int alive, int retryCount) {
    return nextOnce(request, retryCount);
  }

  @Override
  public RetryDecision onRequestAborted(Request request, Throwable error, int retryCount) {
    return nextOnce(request, retryCount);
  }

  @Override
  public RetryDecision onErrorResponse(
      Request request, CoordinatorException error, int retryCount) {
    return nextOnce(request, retryCount);
  }

  @Override
  public void close() {}
}
