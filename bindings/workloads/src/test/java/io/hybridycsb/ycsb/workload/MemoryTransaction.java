package io.hybridycsb.ycsb.workload;

import static io.hybridycsb.ycsb.workload.MemoryBinding.RECORDS;
import static io.hybridycsb.ycsb.workload.MemoryBinding.behaviour;
import static io.hybridycsb.ycsb.workload.MemoryBinding.texts;

import io.hybridycsb.ycsb.outcome.FailedOperation;
import io.hybridycsb.ycsb.outcome.Statuses;
import io.hybridycsb.ycsb.record.RecordName;
import io.hybridycsb.ycsb.support.BufferedTransaction;
import io.hybridycsb.ycsb.workload.MemoryBinding.Behaviour;
import io.hybridycsb.ycsb.workload.MemoryBinding.Stored;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import site.ycsb.Status;

/** A transaction of {@link MemoryBinding}. Whatever it does is done with the records locked. */
final class MemoryTransaction extends BufferedTransaction<Long> {
  private static final long DEADLINE_SECONDS = 30;

  /** Versions of records that transactions have deleted; guarded by the records' lock. */
  private static final Map<RecordName, Long> DELETED = new HashMap<>();

  private static boolean hasLost;
  private static Optional<Overtaken> overtaken = Optional.empty();
  private static long commits;
  private static int recordsMost;

  private Optional<CompletableFuture<Status>> decision = Optional.empty();

  /** A commit that waits until another has changed a record that it writes. */
  private static final class Overtaken {
    private final Map<RecordName, Map<String, String>> read = new HashMap<>();
    private final Map<RecordName, Optional<Map<String, byte[]>>> writes;
    private Optional<Status> outcome = Optional.empty();

    Overtaken(
        Map<RecordName, Fetched<Long>> reads,
        Map<RecordName, Optional<Map<String, byte[]>>> writes) {
      this.writes = writes;
      writes
          .keySet()
          .forEach(record -> read.put(record, texts(reads.get(record).record().orElseThrow())));
    }

    /** How many of the records that it writes are now others than those that it has read. */
    long changed() {
      return read.entrySet().stream()
          .filter(old -> !texts(RECORDS.get(old.getKey()).fields()).equals(old.getValue()))
          .count();
    }
  }

  /** Counts from zero. */
  static void reset() {
    DELETED.clear();
    commits = 0;
    recordsMost = 0;
  }

  /** What a behaviour does once is still to be done. */
  static void beginBehaviour() {
    hasLost = false;
    overtaken = Optional.empty();
  }

  /** The records that the largest transaction so far has read or written. */
  static int recordsMost() {
    return recordsMost;
  }

  @Override
  protected Fetched<Long> fetch(RecordName record) {
    synchronized (RECORDS) {
      Stored stored = RECORDS.get(record);
      return stored == null
          ? new Fetched<>(version(record), Optional.empty())
          : new Fetched<>(stored.version(), Optional.of(stored.fields()));
    }
  }

  @Override
  protected Status commit(
      Map<RecordName, Fetched<Long>> reads, Map<RecordName, Optional<Map<String, byte[]>>> writes) {
    synchronized (RECORDS) {
      commits++;
      recordsMost = Math.max(recordsMost, Math.max(reads.size(), writes.size()));
      if (behaviour() == Behaviour.LOSES_UPDATES
          && !hasLost
          && reads.size() > 1
          && !writes.isEmpty()) {
        hasLost = true;
        // Lets the other threads commit until one of them has changed something that was read.
        await(() -> !areCurrent(reads));
      }
      if (behaviour() == Behaviour.LOSES_ONE_UPDATE
          && !hasLost
          && reads.size() > 1
          && !writes.isEmpty()
          && areCurrent(reads)) {
        return loseOne(new Overtaken(reads, writes));
      }
      if (behaviour() == Behaviour.ABORTS && commits % 2 == 0) {
        return Statuses.ABORTED;
      }
      if (behaviour() == Behaviour.DROPS_WHAT_IT_ACCEPTS) {
        return accepted(Status.OK);
      }
      if (isDropped(writes)) {
        return Status.BATCHED_OK;
      }
      if (!areCurrent(reads) && behaviour() != Behaviour.LOSES_UPDATES) {
        return decided(Statuses.ABORTED);
      }
      boolean unsure = behaviour() == Behaviour.UNSURE && commits % 10 == 0;
      if (!unsure || commits % 20 == 0) {
        apply(writes);
        overtake();
      }
      if (unsure || (behaviour() == Behaviour.TELLS_WHEN_ASKED && isOfWorkload(writes))) {
        throw new FailedOperation(Statuses.UNKNOWN, "nobody knows");
      }
      return decided(Status.OK);
    }
  }

  private static boolean isDropped(Map<RecordName, ?> writes) {
    return switch (behaviour()) {
      case DROPS_ORDERS -> writes.keySet().stream().anyMatch(name -> name.table().equals("stock"));
      case DROPS_SOME -> isOfWorkload(writes) && commits % 5 == 0;
      default -> false;
    };
  }

  /** Whether it writes, and isn't the first commit of those that verify. */
  private static boolean isOfWorkload(Map<RecordName, ?> writes) {
    return writes.keySet().stream().anyMatch(name -> !name.table().equals("verification"));
  }

  @Override
  public Status settle() {
    return behaviour() == Behaviour.TELLS_WHEN_ASKED ? Status.OK : Statuses.UNKNOWN;
  }

  private Status decided(Status status) {
    return behaviour() == Behaviour.DECIDES_LATER ? accepted(status) : status;
  }

  private Status accepted(Status outcome) {
    decision = Optional.of(Teller.later(outcome));
    return Status.BATCHED_OK;
  }

  @Override
  public Optional<CompletableFuture<Status>> decision() {
    return decision;
  }

  private static boolean areCurrent(Map<RecordName, Fetched<Long>> reads) {
    return reads.entrySet().stream()
        .allMatch(read -> version(read.getKey()) == read.getValue().state());
  }

  private static Status loseOne(Overtaken late) {
    hasLost = true;
    overtaken = Optional.of(late);
    await(() -> late.outcome.isPresent());
    return late.outcome.orElseThrow();
  }

  /** Two changes are not overwritten, since they may cancel each other out in a total. */
  private void overtake() {
    overtaken
        .filter(late -> late.changed() > 0)
        .ifPresent(
            late -> {
              hasLost = late.changed() == 1;
              if (hasLost) {
                apply(late.writes);
              }
              late.outcome = Optional.of(hasLost ? Status.OK : Statuses.ABORTED);
              overtaken = Optional.empty();
            });
  }

  private static void await(BooleanSupplier changed) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
    try {
      while (!changed.getAsBoolean()) {
        long leftMs = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        if (leftMs <= 0) {
          throw new IllegalStateException(
              "nobody has changed a record of the transaction that waits for it");
        }
        RECORDS.wait(leftMs);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while others were to commit", e);
    }
  }

  private void apply(Map<RecordName, Optional<Map<String, byte[]>>> writes) {
    RECORDS.notifyAll();
    boolean half = behaviour() == Behaviour.DOES_HALVES && commits % 10 == 0;
    for (Map.Entry<RecordName, Optional<Map<String, byte[]>>> write : writes.entrySet()) {
      RecordName record = write.getKey();
      long version = version(record) + 1;
      if (write.getValue().isPresent()) {
        RECORDS.put(record, new Stored(version, write.getValue().get()));
      } else {
        RECORDS.remove(record);
        DELETED.put(record, version);
      }
      if (half) {
        return;
      }
    }
  }

  private static long version(RecordName record) {
    return Optional.ofNullable(RECORDS.get(record))
        .map(Stored::version)
        .orElse(DELETED.getOrDefault(record, 0L));
  }
}
