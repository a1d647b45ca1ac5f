package io.hybridycsb.veritas.core.read;

import com.google.protobuf.UnsafeByteOperations;
import io.hybridycsb.veritas.core.call.Call;
import io.hybridycsb.veritas.core.ledger.Ledger;
import io.hybridycsb.veritas.core.ledger.StateHistory;
import io.hybridycsb.veritas.core.read.Certificates.Certificate;
import io.hybridycsb.veritas.core.spi.StoreException;
import io.hybridycsb.veritas.proto.Failure;
import io.hybridycsb.veritas.proto.VerifyReply;
import io.hybridycsb.veritas.proto.VerifyRequest;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Answers verified reads of the past: the value after the block at a height, with its proof. Each
 * may take as long as it takes to undo all later blocks in the tree, so they have a thread of their
 * own.
 */
public final class HistoryService {
  private static final long RETRY_MS = 10;
  static final int CALLS_MAX = 1_000;

  private final String node;
  private final Ledger ledger;
  private final StateHistory history;
  private final AppliedHeight applied;
  private final Certificates certificates;
  private final ScheduledExecutorService executor;
  private final AtomicInteger calls = new AtomicInteger();

  /**
   * @param node its name, for messages
   * @param executor of one thread
   */
  public HistoryService(
      String node,
      Ledger ledger,
      StateHistory history,
      AppliedHeight applied,
      Certificates certificates,
      ScheduledExecutorService executor) {
    this.node = node;
    this.ledger = ledger;
    this.history = history;
    this.applied = applied;
    this.certificates = certificates;
    this.executor = executor;
  }

  public void submit(Call call) {
    String refusal = refusal(call.request().getVerify().getAtHeight());
    if (refusal != null) {
      call.fail(Failure.Code.INVALID, refusal);
      return;
    }
    if (calls.incrementAndGet() > CALLS_MAX) {
      calls.decrementAndGet();
      call.fail(Failure.Code.BUSY, CALLS_MAX + " reads of the past wait here, the most allowed");
      return;
    }
    later(() -> attempt(call), 0);
  }

  /** Why a height can't be asked for; null if it can. */
  private String refusal(long height) {
    if (history.blocks() == 0) {
      return "history is off on "
          + node
          + "; start the nodes with state.history.blocks=N, to keep that of N blocks";
    }
    long newest = applied.get();
    if (height > newest || height < 1) {
      return "height %s is newer than the newest block of %s, which has height %d"
          .formatted(Long.toUnsignedString(height), node, newest);
    }
    long first = history.firstHeight();
    return height >= first
        ? null
        : "height %d is older than what %s keeps; history is kept from height %d on"
            .formatted(height, node, first);
  }

  private void later(Runnable step, long delayMs) {
    try {
      executor.schedule(step, delayMs, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      // The node is closing; its connections are closed next.
    }
  }

  private void attempt(Call call) {
    boolean done = true;
    try {
      done = isAnswered(call);
    } finally {
      if (done) {
        calls.decrementAndGet();
      }
    }
    if (!done) {
      later(() -> attempt(call), RETRY_MS);
    }
  }

  /** Answers the call, unless its height isn't attested yet. */
  private boolean isAnswered(Call call) {
    long height = call.request().getVerify().getAtHeight();
    if (call.isExpired(System.nanoTime())) {
      call.fail(
          Failure.Code.TIMEOUT,
          "the state at height " + height + " was not found, or not attested, in time");
      return true;
    }
    try {
      Optional<Certificate> certificate = certificates.at(height);
      certificate.ifPresent(attested -> answer(call, attested));
      return certificate.isPresent();
    } catch (StoreException e) {
      String refusal = refusal(height);
      call.fail(
          refusal == null ? Failure.Code.UNAVAILABLE : Failure.Code.INVALID,
          refusal == null ? e.getMessage() : refusal);
      return true;
    }
  }

  private void answer(Call call, Certificate certificate) {
    VerifyRequest request = call.request().getVerify();
    byte[] key = request.getKey().toByteArray();
    StateHistory.Past past = history.at(request.getAtHeight(), key);
    VerifyReply.Builder reply =
        VerifyReply.newBuilder()
            .setProof(UnsafeByteOperations.unsafeWrap(past.tree().prove(key).encodeCompact()));
    if (past.value() != null) {
      reply.setValue(UnsafeByteOperations.unsafeWrap(past.value()));
    }
    ledger
        .headers(request.getAtHeight(), certificate.topHeight())
        .forEach(header -> reply.addHeaders(UnsafeByteOperations.unsafeWrap(header)));
    certificate.attach().accept(reply);
    call.reply(call.answer().setVerify(reply));
  }
}
