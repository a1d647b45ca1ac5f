package io.hybridycsb.ycsb.workload;

import io.hybridycsb.ycsb.outcome.FailedOperation;
import io.hybridycsb.ycsb.outcome.Statuses;
import io.hybridycsb.ycsb.record.RecordName;
import io.hybridycsb.ycsb.support.ProvableReads;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import site.ycsb.Status;

/** A ledger in memory: the list of all writes. An answer's version is how long the list was. */
public final class MemoryReads implements ProvableReads {
  private static final List<Write> WRITES = new ArrayList<>();
  private static final AtomicLong VERIFIED = new AtomicLong();
  private static final AtomicLong BATCHES = new AtomicLong();
  private static final AtomicLong AUDITS = new AtomicLong();
  private static Behaviour behaviour = Behaviour.HONEST;
  private int seen;

  /** What it does. */
  public enum Behaviour {
    HONEST,
    /** Answers what nobody has written. */
    LIES,
    /** Gives the newest as the past. */
    REWRITES,
    /** Loses the end of its list. */
    ROLLS_BACK,
    /** Proves nothing that was deferred. */
    PROVES_NOTHING,
    /** Proves but one of those that were deferred together. */
    PROVES_ONE,
    /** Doesn't answer auditors. */
    EVADES
  }

  private record Write(RecordName record, Map<String, byte[]> fields) {}

  /** Begins with an empty list. */
  public static void reset(Behaviour wanted) {
    synchronized (WRITES) {
      WRITES.clear();
      VERIFIED.set(0);
      BATCHES.set(0);
      AUDITS.set(0);
      behaviour = wanted;
    }
  }

  static void wrote(RecordName record, Map<String, byte[]> fields) {
    synchronized (WRITES) {
      WRITES.add(new Write(record, Map.copyOf(fields)));
    }
  }

  /** It behaves like this from now on. */
  public static void becomes(Behaviour wanted) {
    synchronized (WRITES) {
      behaviour = wanted;
    }
  }

  /** How many answers were verified. */
  public static long verified() {
    return VERIFIED.get();
  }

  /** In how many calls those were verified that were deferred. */
  public static long batches() {
    return BATCHES.get();
  }

  /** How often it was asked for consistency. */
  public static long audits() {
    return AUDITS.get();
  }

  private static Optional<Map<String, byte[]>> find(RecordName record, int version) {
    for (int i = version - 1; i >= 0; i--) {
      if (WRITES.get(i).record().equals(record)) {
        return Optional.of(WRITES.get(i).fields());
      }
    }
    return Optional.empty();
  }

  @Override
  public Answer get(String table, String key) {
    synchronized (WRITES) {
      Optional<Map<String, byte[]>> fields =
          behaviour == Behaviour.LIES
              ? Optional.of(Map.of("field0", "a lie".getBytes(StandardCharsets.US_ASCII)))
              : find(new RecordName(table, key), WRITES.size());
      return new Answer(table, key, fields, WRITES.size());
    }
  }

  @Override
  public Proven verifiedGet(String table, String key) {
    Answer answer = get(table, key);
    require(answer);
    VERIFIED.incrementAndGet();
    return Proven.of(answer, 1);
  }

  private static void require(Answer answer) {
    synchronized (WRITES) {
      RecordName record = new RecordName(answer.table(), answer.key());
      Answer right =
          new Answer(
              answer.table(),
              answer.key(),
              find(record, (Integer) answer.version()),
              answer.version());
      if (!Arrays.equals(right.digest(), answer.digest())) {
        throw new FailedOperation(Statuses.VERIFICATION_FAILED, "nobody has written this");
      }
    }
  }

  @Override
  public Proven verifiedGetAt(Answer earlier) {
    synchronized (WRITES) {
      int version = behaviour == Behaviour.REWRITES ? WRITES.size() : (Integer) earlier.version();
      RecordName record = new RecordName(earlier.table(), earlier.key());
      return Proven.of(
          new Answer(earlier.table(), earlier.key(), find(record, version), version), 1);
    }
  }

  @Override
  public Proven verify(List<Answer> answers) {
    BATCHES.incrementAndGet();
    if (behaviour == Behaviour.PROVES_NOTHING) {
      return new Proven(List.of(), 0, 0);
    }
    if (behaviour == Behaviour.PROVES_ONE) {
      VERIFIED.incrementAndGet();
      return new Proven(answers.subList(0, 1), 0, 1, Optional.of("one is enough"));
    }
    answers.forEach(MemoryReads::require);
    VERIFIED.addAndGet(answers.size());
    return new Proven(answers, 0, answers.size());
  }

  @Override
  public long verifyConsistency() {
    synchronized (WRITES) {
      AUDITS.incrementAndGet();
      if (behaviour == Behaviour.ROLLS_BACK && seen > 0) {
        throw new FailedOperation(Statuses.VERIFICATION_FAILED, "the ledger was rolled back");
      }
      if (behaviour == Behaviour.EVADES) {
        throw new FailedOperation(Status.SERVICE_UNAVAILABLE, "nobody answers");
      }
      seen = WRITES.size();
      return 1;
    }
  }
}
