package io.hybridycsb.blockchaindb.server.shard;

import io.hybridycsb.blockchaindb.proto.Kind;
import io.hybridycsb.blockchaindb.proto.Outcome;
import io.hybridycsb.ethereum.chain.Layout;
import io.hybridycsb.ethereum.contract.ContractCalls;
import io.hybridycsb.ethereum.contract.ContractCalls.Conditional;
import io.hybridycsb.ethereum.contract.Written;
import io.hybridycsb.records.RecordCodec;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Makes of a writer's write what a transaction writes: the record as it is after all writes of its
 * key that the node knows. That includes the writer's writes that are still on their way.
 */
record WriteMerger(Layout layout, ShardState state, InFlight inFlight) {
  private static final long BEHIND_MS = 1;

  /** What becomes of a write. */
  sealed interface Result {}

  /** It waits for others of its key, and is due later. */
  record Waits() implements Result {}

  /** There is nothing to write. */
  record Ended(Outcome outcome, String detail) implements Result {}

  /**
   * It is to be written.
   *
   * @param replacedBytes the size of the value at its execution, at most, as far as known
   */
  record Made(Conditional conditional, int replacedBytes) implements Result {}

  /**
   * Makes a write ready.
   *
   * @param batch into which it shall come
   */
  Result make(AccountWrite write, Batch batch) throws InterruptedException {
    Kind kind = write.pending().write().getKind();
    // A whole record may replace anything, but only once.
    boolean mustKnow = kind != Kind.SET || !write.isNew();
    Optional<Optional<byte[]>> found = before(write, batch, mustKnow);
    if (found.isEmpty()) {
      return new Waits();
    }
    Optional<byte[]> before = found.get();
    if (kind == Kind.DELETE && before.isEmpty()) {
      return new Ended(Outcome.ABSENT, "");
    }
    byte[] value;
    try {
      value =
          switch (kind) {
            case DELETE -> new byte[0];
            case MERGE ->
                before.map(b -> RecordCodec.merge(b, write.record())).orElseGet(write::record);
            default -> write.record();
          };
    } catch (IllegalArgumentException e) {
      return new Ended(Outcome.FAILED, "the record that is there can't be read: " + e.getMessage());
    }
    boolean expects = kind == Kind.MERGE || !write.isNew();
    byte[] expected =
        expects ? ContractCalls.digest(layout, before.orElse(new byte[0])) : ContractCalls.ANY;
    return new Made(
        new Conditional(new Written(write.key(), value), expected), replacedBytes(write, before));
  }

  /**
   * The record before the write, or that there is none; empty if the write has to wait.
   *
   * @param mustKnow whether it must be what the write finds if nobody else comes before it
   */
  private Optional<Optional<byte[]>> before(AccountWrite write, Batch batch, boolean mustKnow)
      throws InterruptedException {
    while (true) {
      Optional<InFlight.Before> before = inFlight.before(write, batch.operations());
      if (before.isEmpty()) {
        return Optional.empty();
      }
      Optional<byte[]> own = batch.value(write.key()).or(before.get()::open);
      if (own.isPresent()) {
        return Optional.of(own.filter(value -> value.length > 0));
      }
      Optional<ShardState.AsOf> known = state.get(List.of(write.key()), 0);
      // Of another block than the writer's writes, it might lack one that seems to be in it.
      boolean isSame =
          known.filter(at -> at.block().hash().equals(before.get().block())).isPresent();
      if (isSame || !mustKnow) {
        return Optional.of(known.flatMap(at -> at.records().get(0)));
      }
      TimeUnit.MILLISECONDS.sleep(BEHIND_MS);
    }
  }

  private int replacedBytes(AccountWrite write, Optional<byte[]> before) {
    if (layout != Layout.STORAGE) {
      return 0;
    }
    int known = state.get(write.key()).map(value -> value.length).orElse(0);
    return Math.max(known, before.map(value -> value.length).orElse(0));
  }
}
