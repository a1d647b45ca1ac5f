package io.hybridycsb.ycsb.support;

import io.hybridycsb.ycsb.outcome.FailedOperation;
import io.hybridycsb.ycsb.outcome.Statuses;
import io.hybridycsb.ycsb.record.Digests;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads whose answers a system can prove, as workloads with verification ask for them (Yue et al.,
 * "GlassDB", PVLDB 16(6), 2023). One thread uses it. An answer may be verified by another thread,
 * with a binding of its own.
 *
 * <p>Every call may throw {@link FailedOperation}. Its status is {@link
 * Statuses#VERIFICATION_FAILED} if an answer contradicts what proves it.
 */
public interface ProvableReads {
  /** So many answers may be verified at once. */
  int BATCH_MAX = 256;

  /**
   * What a system has answered.
   *
   * @param fields the record's; empty if there is none
   * @param version where the system finds the same again, such as a height; only the binding that
   *     has made it can read it
   */
  record Answer(String table, String key, Optional<Map<String, byte[]>> fields, Object version) {
    /** The same as it was proven in a version. */
    public Answer in(Object proven) {
      return new Answer(table, key, fields, proven);
    }

    /** SHA-256 of the fields, by which answers are compared; the same for all that is absent. */
    public byte[] digest() {
      return fields.map(Digests::of).orElseGet(() -> new byte[Digests.BYTES]);
    }

    /** About how much memory it takes. */
    public int bytes() {
      return Digests.bytes(fields.orElse(Map.of())) + 2 * (table.length() + key.length());
    }
  }

  /**
   * Answers that were verified.
   *
   * @param answers in the versions of which they are proven
   * @param withdrawn how many more were of a block that the system has taken back since, so that
   *     there is nothing to prove
   * @param bytes of all that proves them, without the records
   * @param unproven why the system has no proof of the others; empty if there are none
   */
  record Proven(List<Answer> answers, int withdrawn, long bytes, Optional<String> unproven) {
    /** All answers. */
    public Proven(List<Answer> answers, int withdrawn, long bytes) {
      this(answers, withdrawn, bytes, Optional.empty());
    }

    /** One answer. */
    public static Proven of(Answer answer, long bytes) {
      return new Proven(List.of(answer), 0, bytes);
    }
  }

  /** Reads the newest version of a record; {@link #verify} may prove it later. */
  Answer get(String table, String key);

  /** Reads the newest version of a record, and verifies it before it returns. */
  Proven verifiedGet(String table, String key);

  /**
   * Reads a record as it was in another version, and verifies it before it returns.
   *
   * @param earlier an answer that was verified
   */
  Proven verifiedGetAt(Answer earlier);

  /**
   * Verifies answers of {@link #get}, with as few proofs as the system needs.
   *
   * @param answers at most {@link #BATCH_MAX}
   */
  Proven verify(List<Answer> answers);

  /**
   * Verifies that the ledger continues the one that this object has seen in the call before, so
   * that nobody has changed its past. The first call only begins with what the system says.
   *
   * @return bytes of all that proves it
   */
  long verifyConsistency();
}
