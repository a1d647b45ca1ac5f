package io.hybridycsb.ycsb.veritas;

import io.hybridycsb.veritas.client.SeenRecord;
import io.hybridycsb.veritas.client.Session;
import io.hybridycsb.veritas.model.VeritasRecord;
import io.hybridycsb.ycsb.outcome.FailedOperation;
import io.hybridycsb.ycsb.outcome.Statuses;
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
 *
 * <p>Reads of a batch whose proof doesn't come in time are kept, and verified before anything more
 * is read, up to five times. Those that fail the check, or that no node proves, are counted: their
 * answers were believed. Nodes prove an absence, and a value that was overwritten, only as long as
 * they keep the state that it was read from. So an absence ends its batch, and no batch is of many
 * blocks.
 */
final class Verification {
  private static final String VERIFY = "VERIFY";

  /** Within a batch; a quarter of what nodes keep for proofs unless they are told otherwise. */
  private static final int BLOCKS_MAX = 256;

  /** How often the proof of a batch is asked for, each time with a deadline of its own. */
  private static final int TRIES_MAX = 5;

  private final Session session;
  private final VeritasProperties.Verify mode;
  private final int batch;
  private final List<SeenRecord.Receipt> receipts = new ArrayList<>();

  /** Whether what was read is to be verified before anything more is read. */
  private boolean isDue;

  private int tries;

  /** How many answers were given and not proven, and why the first of them. */
  private long unproven;

  private String reason = "";

  Verification(Session session, VeritasProperties properties) {
    this.session = session;
    mode = properties.get(VeritasProperties.VERIFY);
    batch = properties.get(VeritasProperties.VERIFY_BATCH);
  }

  Optional<VeritasRecord> read(String table, String key) {
    return switch (mode) {
      case OFF -> session.get(table, key);
      case READ -> measured(() -> session.verify(table, key).record());
      case BATCH -> {
        if (isDue) {
          verifyBatch();
        }
        SeenRecord seen = session.getSeen(table, key);
        receipts.add(seen.receipt());
        isDue =
            receipts.size() >= batch
                || seen.record().isEmpty()
                || seen.receipt().height() - receipts.get(0).height() >= BLOCKS_MAX;
        if (isDue) {
          verifyBatch();
        }
        yield seen.record();
      }
    };
  }

  private void verifyBatch() {
    try {
      measured(() -> session.verifySeen(receipts));
    } catch (FailedOperation e) {
      tries++;
      boolean isFinal =
          tries == TRIES_MAX
              || e.status().equals(Statuses.VERIFICATION_FAILED)
              || e.status().equals(Status.BAD_REQUEST);
      if (isFinal) {
        giveUp(e);
      }
      throw e;
    }
    forget();
  }

  private void giveUp(FailedOperation failure) {
    unproven += receipts.size();
    reason = reason.isEmpty() ? failure.getMessage() : reason;
    forget();
  }

  private void forget() {
    receipts.clear();
    isDue = false;
    tries = 0;
  }

  /**
   * Verifies what is left.
   *
   * @throws IllegalStateException if any read of the thread is not verified
   */
  void finish() {
    while (!receipts.isEmpty()) {
      try {
        verifyBatch();
      } catch (FailedOperation e) {
        // It is tried again, or was counted.
      }
    }
    if (unproven > 0) {
      throw new IllegalStateException(
          "%d of a thread's reads are not verified: %s".formatted(unproven, reason));
    }
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
