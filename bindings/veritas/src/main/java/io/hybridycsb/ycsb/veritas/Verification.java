package io.hybridycsb.ycsb.veritas;

import io.hybridycsb.veritas.client.SeenRecord;
import io.hybridycsb.veritas.client.Session;
import io.hybridycsb.veritas.client.VeritasRecord;
import io.hybridycsb.ycsb.support.FailedOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import site.ycsb.Status;
import site.ycsb.measurements.Measurements;

/**
 * One thread's reads, verified as {@code veritas.verify} asks for. Each request for a proof is
 * measured as VERIFY.
 */
final class Verification {
  private static final String VERIFY = "VERIFY";

  private final Session session;
  private final VeritasProperties.Verify mode;
  private final int batch;
  private final List<SeenRecord.Receipt> receipts = new ArrayList<>();

  Verification(Session session, VeritasProperties properties) {
    this.session = session;
    mode = properties.verify();
    batch = properties.verifyBatch();
  }

  Optional<VeritasRecord> read(String table, String key) {
    return switch (mode) {
      case OFF -> session.get(table, key);
      case READ -> measured(() -> session.verify(table, key).record());
      case BATCH -> {
        SeenRecord seen = session.getSeen(table, key);
        receipts.add(seen.receipt());
        if (receipts.size() >= batch) {
          finish();
        }
        yield seen.record();
      }
    };
  }

  /** Verifies what is left, and forgets it, whatever comes out. */
  void finish() {
    if (receipts.isEmpty()) {
      return;
    }
    List<SeenRecord.Receipt> left = List.copyOf(receipts);
    receipts.clear();
    measured(() -> session.verifySeen(left));
  }

  private static <T> T measured(Supplier<T> call) {
    long startNs = System.nanoTime();
    Status status = Status.ERROR;
    try {
      T answer = VeritasDb.calling(call);
      status = Status.OK;
      return answer;
    } catch (FailedOperation e) {
      status = e.status();
      throw e;
    } finally {
      int latencyUs = (int) TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - startNs);
      Measurements measurements = Measurements.getMeasurements();
      measurements.measure(VERIFY, latencyUs);
      measurements.measureIntended(VERIFY, latencyUs);
      measurements.reportStatus(VERIFY, status);
    }
  }
}
