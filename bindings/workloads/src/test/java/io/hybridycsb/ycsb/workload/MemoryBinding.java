package io.hybridycsb.ycsb.workload;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.hybridycsb.ycsb.outcome.FailedOperation;
import io.hybridycsb.ycsb.outcome.Statuses;
import io.hybridycsb.ycsb.outcome.Terminator;
import io.hybridycsb.ycsb.record.RecordName;
import io.hybridycsb.ycsb.record.RecordVersion;
import io.hybridycsb.ycsb.record.Row;
import io.hybridycsb.ycsb.support.BindingDb;
import io.hybridycsb.ycsb.support.BufferedTransaction;
import io.hybridycsb.ycsb.support.Procedures;
import io.hybridycsb.ycsb.support.ProvableReads;
import io.hybridycsb.ycsb.support.Transaction;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import site.ycsb.Status;

/** A binding whose system is a map of this process, correct or wrong in a way of one's choice. */
public final class MemoryBinding extends BindingDb {
  /** How the system behaves. */
  public enum Behaviour {
    SERIALIZABLE,
    /**
     * Takes a commit whatever has changed since the reads. Of the first that has read several
     * records and writes, something has.
     */
    LOSES_UPDATES,
    /**
     * The first commit that writes and has read several records waits until another commit has
     * changed a record that it writes. If it has changed just one, the waiting commit overwrites
     * it: that change is lost, and no other. Otherwise it is aborted, and another one waits.
     */
    LOSES_ONE_UPDATE,
    /** Applies only the first write of every tenth transaction. */
    DOES_HALVES,
    /** Says of every tenth commit that its outcome is unknown, and applies every second of them. */
    UNSURE,
    /** Aborts every second commit, for no reason. */
    ABORTS,
    /** Never knows what has become of an insert. */
    LOSES_INSERTS,
    /** Takes eight bindings: those that read before the run, and those of the run. */
    TAKES_EIGHT_BINDINGS,
    WITHOUT_TRANSACTIONS,
    WITHOUT_PROOFS,
    /** Knows the procedure DEPOSIT-CHECKING of Smallbank, and aborts every tenth call. */
    HAS_PROCEDURES,
    /** Knows it, too, and says no more than that it has accepted a call. */
    ACCEPTS_CALLS,
    /** Accepts commits and such calls, and says later what has become of them. */
    DECIDES_LATER,
    /** Accepts commits and such calls, drops them, and says later that they are committed. */
    DROPS_WHAT_IT_ACCEPTS,
    /** Accepts each order of TPC-C, drops it and says no more. */
    DROPS_ORDERS,
    /** Accepts every fifth commit that writes, drops it and says no more. */
    DROPS_SOME,
    /** Applies each commit that writes, and says so only when it is asked again. */
    TELLS_WHEN_ASKED
  }

  private static final long DEADLINE_SECONDS = 30;
  static final Map<RecordName, Stored> RECORDS = new HashMap<>();
  private static Behaviour behaviour = Behaviour.SERIALIZABLE;
  private static volatile Terminator terminator = line -> {};
  private static boolean hasLost;
  private static Optional<MemoryTransaction.Overtaken> overtaken = Optional.empty();
  private static long commits;
  private static int opened;
  private static int recordsMost;

  record Stored(long version, Map<String, byte[]> fields) {}

  /** As YCSB makes it. */
  public MemoryBinding() {
    super("memory");
    endBy(line -> terminator.terminate(line));
  }

  /** What ends the process of the bindings that are there. */
  static void endsBy(Terminator wanted) {
    terminator = wanted;
  }

  /** Begins with an empty system. */
  public static void reset(Behaviour wanted) {
    synchronized (RECORDS) {
      RECORDS.clear();
      MemoryProcedures.reset();
      becomes(wanted);
      commits = 0;
      recordsMost = 0;
    }
  }

  /** It behaves like this from now on. */
  public static void becomes(Behaviour wanted) {
    synchronized (RECORDS) {
      behaviour = wanted;
      hasLost = false;
      overtaken = Optional.empty();
      opened = 0;
    }
  }

  /** Loses a record. */
  public static void remove(String table, String key) {
    synchronized (RECORDS) {
      RECORDS.remove(new RecordName(table, key));
    }
  }

  /** Changes a field behind everyone's back; removes it if the value is null. */
  public static void change(String table, String key, String field, String value) {
    synchronized (RECORDS) {
      RecordName name = new RecordName(table, key);
      Stored old = RECORDS.getOrDefault(name, new Stored(0, Map.of()));
      Map<String, byte[]> fields = new HashMap<>(old.fields());
      if (value == null) {
        fields.remove(field);
      } else {
        fields.put(field, value.getBytes(US_ASCII));
      }
      RECORDS.put(name, new Stored(old.version() + 1, fields));
    }
  }

  /** A field's text; empty if there is none. */
  public static Optional<String> text(String table, String key, String field) {
    synchronized (RECORDS) {
      return Optional.ofNullable(RECORDS.get(new RecordName(table, key)))
          .map(stored -> stored.fields().get(field))
          .map(bytes -> new String(bytes, US_ASCII));
    }
  }

  /** All records, by their names: the fields' texts. */
  public static Map<RecordName, Map<String, String>> texts() {
    synchronized (RECORDS) {
      Map<RecordName, Map<String, String>> texts = new HashMap<>();
      RECORDS.forEach((name, stored) -> texts.put(name, texts(stored.fields())));
      return texts;
    }
  }

  /** A record's texts, without its version. */
  public static Map<String, String> texts(Map<String, byte[]> fields) {
    Map<String, String> texts = new HashMap<>();
    RecordVersion.hide(new HashMap<>(fields))
        .forEach((name, value) -> texts.put(name, new String(value, US_ASCII)));
    return texts;
  }

  /** How it behaves now. */
  static Behaviour behaviour() {
    return behaviour;
  }

  /** The most records that one transaction has read, or has written. */
  public static int recordsMost() {
    synchronized (RECORDS) {
      return recordsMost;
    }
  }

  /** How many records a table has. */
  public static int size(String table) {
    synchronized (RECORDS) {
      return (int) RECORDS.keySet().stream().filter(name -> name.table().equals(table)).count();
    }
  }

  /** The bytes of all fields of one record. */
  static int bytes(String table, String key) {
    synchronized (RECORDS) {
      return RECORDS.get(new RecordName(table, key)).fields().values().stream()
          .mapToInt(value -> value.length)
          .sum();
    }
  }

  @Override
  protected void open(Properties properties) {
    synchronized (RECORDS) {
      opened++;
      if (behaviour == Behaviour.TAKES_EIGHT_BINDINGS && opened > 8) {
        throw new IllegalStateException("no more bindings are taken");
      }
    }
  }

  @Override
  protected Optional<Supplier<Transaction>> transactions() {
    return behaviour == Behaviour.WITHOUT_TRANSACTIONS
        ? Optional.empty()
        : Optional.of(MemoryTransaction::new);
  }

  @Override
  protected Optional<ProvableReads> provableReads() {
    return behaviour == Behaviour.WITHOUT_PROOFS
        ? Optional.empty()
        : Optional.of(new MemoryReads());
  }

  @Override
  protected Optional<Procedures> procedures() {
    return behaviour.compareTo(Behaviour.HAS_PROCEDURES) < 0
        ? Optional.empty()
        : Optional.of(MemoryProcedures::call);
  }

  @Override
  protected void close() throws Exception {
    Teller.finish();
    super.close();
  }

  @Override
  protected Status insertRecord(String table, String key, Map<String, byte[]> fields) {
    synchronized (RECORDS) {
      if (behaviour == Behaviour.LOSES_INSERTS) {
        return Statuses.UNKNOWN;
      }
      RECORDS.put(new RecordName(table, key), new Stored(1, fields));
      MemoryReads.wrote(new RecordName(table, key), fields);
    }
    return Status.OK;
  }

  @Override
  protected Optional<Map<String, byte[]>> readRecord(String table, String key, Set<String> fields) {
    synchronized (RECORDS) {
      return Optional.ofNullable(RECORDS.get(new RecordName(table, key))).map(Stored::fields);
    }
  }

  @Override
  protected List<Row> scanRecords(String table, String startKey, int count, Set<String> fields) {
    throw new UnsupportedOperationException();
  }

  @Override
  protected Status updateRecord(String table, String key, Map<String, byte[]> fields) {
    throw new UnsupportedOperationException();
  }

  @Override
  protected Status deleteRecord(String table, String key) {
    throw new UnsupportedOperationException();
  }

  private static final class MemoryTransaction extends BufferedTransaction<Long> {
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

    @Override
    protected Fetched<Long> fetch(RecordName record) {
      synchronized (RECORDS) {
        Stored stored = RECORDS.get(record);
        return stored == null
            ? new Fetched<>(0L, Optional.empty())
            : new Fetched<>(stored.version(), Optional.of(stored.fields()));
      }
    }

    @Override
    protected Status commit(
        Map<RecordName, Fetched<Long>> reads,
        Map<RecordName, Optional<Map<String, byte[]>>> writes) {
      synchronized (RECORDS) {
        commits++;
        recordsMost = Math.max(recordsMost, Math.max(reads.size(), writes.size()));
        if (behaviour == Behaviour.LOSES_UPDATES
            && !hasLost
            && reads.size() > 1
            && !writes.isEmpty()) {
          hasLost = true;
          // Lets the other threads commit until one of them has changed something that was read.
          await(() -> !areCurrent(reads));
        }
        if (behaviour == Behaviour.LOSES_ONE_UPDATE
            && !hasLost
            && reads.size() > 1
            && !writes.isEmpty()
            && areCurrent(reads)) {
          return loseOne(new Overtaken(reads, writes));
        }
        if (behaviour == Behaviour.ABORTS && commits % 2 == 0) {
          return Statuses.ABORTED;
        }
        if (behaviour == Behaviour.DROPS_WHAT_IT_ACCEPTS) {
          return accepted(Status.OK);
        }
        if (isDropped(writes)) {
          return Status.BATCHED_OK;
        }
        if (!areCurrent(reads) && behaviour != Behaviour.LOSES_UPDATES) {
          return decided(Statuses.ABORTED);
        }
        boolean unsure = behaviour == Behaviour.UNSURE && commits % 10 == 0;
        if (!unsure || commits % 20 == 0) {
          apply(writes);
          overtake();
        }
        if (unsure || (behaviour == Behaviour.TELLS_WHEN_ASKED && isOfWorkload(writes))) {
          throw new FailedOperation(Statuses.UNKNOWN, "nobody knows");
        }
        return decided(Status.OK);
      }
    }

    private static boolean isDropped(Map<RecordName, ?> writes) {
      return switch (behaviour) {
        case DROPS_ORDERS ->
            writes.keySet().stream().anyMatch(name -> name.table().equals("stock"));
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
      return behaviour == Behaviour.TELLS_WHEN_ASKED ? Status.OK : Statuses.UNKNOWN;
    }

    private Status decided(Status status) {
      return behaviour == Behaviour.DECIDES_LATER ? accepted(status) : status;
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
      boolean half = behaviour == Behaviour.DOES_HALVES && commits % 10 == 0;
      for (Map.Entry<RecordName, Optional<Map<String, byte[]>>> write : writes.entrySet()) {
        long version = version(write.getKey()) + 1;
        RECORDS.put(write.getKey(), new Stored(version, write.getValue().orElseThrow()));
        if (half) {
          return;
        }
      }
    }

    private static long version(RecordName record) {
      return Optional.ofNullable(RECORDS.get(record)).map(Stored::version).orElse(0L);
    }
  }
}
