package io.hybridycsb.ycsb.workload.verified;

import io.hybridycsb.settings.PropertySet;
import io.hybridycsb.ycsb.record.Records;
import io.hybridycsb.ycsb.support.Proofs;
import io.hybridycsb.ycsb.workload.Distribution;
import io.hybridycsb.ycsb.workload.RecordChooser;
import io.hybridycsb.ycsb.workload.Recordcount;
import io.hybridycsb.ycsb.workload.transactions.Measured;
import io.hybridycsb.ycsb.workload.transactions.PopulatedWorkload;
import io.hybridycsb.ycsb.workload.transactions.Population;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.random.RandomGenerator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.workloads.CoreWorkload;

/**
 * YCSB workloads {@code verified-x} and {@code verified-y} (Yue et al., "GlassDB", PVLDB 16(6),
 * 2023): puts of whole records, and reads. A read is of the newest version, or of one that was
 * proven before. Its properties are those of {@link VerifiedSettings}.
 *
 * <p>A put is YCSB's INSERT of a record that is there. Reads are measured as READ, or as HISTORY if
 * they are of the past, with the time of a proof that is not deferred. Deferred proofs are measured
 * as VERIFY, and the auditor's as AUDIT. Before YCSB's results, lines tell what proofs have cost.
 */
public final class VerifiedWorkload extends PopulatedWorkload {
  private static final String FIELD = "field0";

  private PropertySet.Values settings;
  private String table;
  private RecordChooser records;
  private Past past;
  private Prover prover;

  public VerifiedWorkload() {
    super("verified");
  }

  @Override
  protected Population prepare(Properties ycsb) {
    settings = VerifiedSettings.read(ycsb);
    int count = Recordcount.of(ycsb);
    table =
        ycsb.getProperty(CoreWorkload.TABLENAME_PROPERTY, CoreWorkload.TABLENAME_PROPERTY_DEFAULT);
    records = Distribution.of(ycsb, count);
    past = new Past(settings.get(VerifiedSettings.PAST_SECONDS));
    prover = new Prover(settings, Measured.of(ycsb), past);
    if (isRun()) {
      prover.start(ycsb);
    }
    return new Population() {
      @Override
      public int inserts() {
        return count;
      }

      @Override
      public List<NewRecord> records(int insert, RandomGenerator random) {
        return List.of(new NewRecord(table, key(insert), fields(random)));
      }
    };
  }

  private static String key(int record) {
    return "user" + record;
  }

  private Map<String, byte[]> fields(RandomGenerator random) {
    byte[] value = new byte[settings.get(VerifiedSettings.BYTES)];
    random.nextBytes(value);
    return Map.of(FIELD, value);
  }

  /** What one of YCSB's threads uses. */
  private record Worker(Proofs proofs, RandomGenerator random) {}

  @Override
  protected Object prepareThread(Properties ycsb, int thread, int threads, RandomGenerator random) {
    return new Worker(Proofs.ofThread(), random);
  }

  /** Makes one operation. Always goes on: what fails is measured. */
  @Override
  public boolean doTransaction(DB db, Object state) {
    Worker worker = (Worker) state;
    String key = key(records.next(worker.random()));
    int chosen = worker.random().nextInt(100);
    if (chosen < settings.get(VerifiedSettings.PUTS)) {
      put(db, key, worker.random());
    } else if (settings.get(VerifiedSettings.PROOFS) == VerifiedSettings.Mode.OFF) {
      db.read(table, key, null, new HashMap<>());
    } else {
      Optional<Past.Moment> moment =
          chosen < settings.get(VerifiedSettings.PUTS) + settings.get(VerifiedSettings.HISTORY)
              ? past.choose(worker.random())
              : Optional.empty();
      moment.ifPresentOrElse(
          earlier -> prover.readAt(worker.proofs(), earlier),
          () -> prover.readNewest(worker.proofs(), table, key));
    }
    return true;
  }

  private void put(DB db, String key, RandomGenerator random) {
    Map<String, ByteIterator> record = new HashMap<>();
    Records.copySelected(fields(random), null, record);
    db.insert(table, key, record);
  }

  @Override
  public void cleanup() {
    if (isRun()) {
      prover.end(System.out).ifPresent(wrong -> terminator().failAtEnd(name() + ": " + wrong));
    }
  }
}
