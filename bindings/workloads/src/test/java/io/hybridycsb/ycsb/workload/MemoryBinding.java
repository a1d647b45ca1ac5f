package io.hybridycsb.ycsb.workload;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.hybridycsb.ycsb.outcome.Statuses;
import io.hybridycsb.ycsb.outcome.Terminator;
import io.hybridycsb.ycsb.record.RecordName;
import io.hybridycsb.ycsb.record.RecordVersion;
import io.hybridycsb.ycsb.record.Row;
import io.hybridycsb.ycsb.support.BindingDb;
import io.hybridycsb.ycsb.support.Procedures;
import io.hybridycsb.ycsb.support.ProvableReads;
import io.hybridycsb.ycsb.support.Transaction;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
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

  static final Map<RecordName, Stored> RECORDS = new HashMap<>();
  private static Behaviour behaviour = Behaviour.SERIALIZABLE;
  private static volatile Terminator terminator = line -> {};
  private static int opened;

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
      MemoryTransaction.reset();
    }
  }

  /** It behaves like this from now on. */
  public static void becomes(Behaviour wanted) {
    synchronized (RECORDS) {
      behaviour = wanted;
      MemoryTransaction.beginBehaviour();
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
      return MemoryTransaction.recordsMost();
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
}
