package io.hybridycsb.ycsb.immudb;

import io.hybridycsb.immudb.client.CallFailed;
import io.hybridycsb.immudb.client.Immudb;
import io.hybridycsb.immudb.client.Verified;
import io.hybridycsb.immudb.client.VersionedValue;
import io.hybridycsb.records.RecordCodec;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.verification.VerificationFailed;
import io.hybridycsb.ycsb.outcome.FailedOperation;
import io.hybridycsb.ycsb.outcome.Statuses;
import io.hybridycsb.ycsb.record.RecordVersion;
import io.hybridycsb.ycsb.support.ProvableReads;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads with proofs. An answer's version is the transaction that has written the record, 0 if there
 * is none. A proof is of one value, so a batch is as many calls as it has records that differ. The
 * server can't prove that a record is absent.
 */
record ImmudbReads(Immudb client) implements ProvableReads {
  /** What answers say; those that say the same have one proof. */
  private record Claim(String table, String key, long tx, ByteBuffer digest) {
    static Claim of(Answer answer) {
      return new Claim(
          answer.table(), answer.key(), ImmudbReads.tx(answer), ByteBuffer.wrap(answer.digest()));
    }
  }

  @Override
  public Answer get(String table, String key) {
    VersionedValue seen = ImmudbDb.reading(() -> client.get(StateKey.of(table, key)));
    return new Answer(table, key, seen.value().map(ImmudbReads::fields), seen.tx());
  }

  private static Map<String, byte[]> fields(byte[] value) {
    return RecordVersion.hide(RecordCodec.decode(value));
  }

  @Override
  public Proven verifiedGet(String table, String key) {
    return verifiedGet(table, key, 0);
  }

  @Override
  public Proven verifiedGetAt(Answer earlier) {
    return verifiedGet(earlier.table(), earlier.key(), tx(earlier));
  }

  private static long tx(Answer answer) {
    return (Long) answer.version();
  }

  private Proven verifiedGet(String table, String key, long tx) {
    try {
      Verified verified = client.verifiedGet(StateKey.of(table, key), tx);
      Answer answer = new Answer(table, key, Optional.of(fields(verified.value())), verified.tx());
      return Proven.of(answer, verified.proofBytes());
    } catch (VerificationFailed e) {
      throw ImmudbDb.unproven(e);
    } catch (CallFailed e) {
      throw e.isOfNothing() ? absent(key) : ImmudbDb.unread(e);
    }
  }

  private static FailedOperation absent(String key) {
    return new FailedOperation(Statuses.VERIFICATION_FAILED, noProof(key));
  }

  private static String noProof(String absent) {
    return "record %s is absent, and immudb has no proof of that".formatted(absent);
  }

  @Override
  public Proven verify(List<Answer> answers) {
    List<Answer> present = answers.stream().filter(each -> each.fields().isPresent()).toList();
    Map<Claim, Answer> distinct = new LinkedHashMap<>();
    present.forEach(answer -> distinct.putIfAbsent(Claim.of(answer), answer));
    long bytes = 0;
    for (Answer answer : distinct.values()) {
      Proven proven = verifiedGetAt(answer);
      bytes += proven.bytes();
      if (!Arrays.equals(proven.answers().get(0).digest(), answer.digest())) {
        throw new FailedOperation(
            Statuses.VERIFICATION_FAILED,
            "transaction %d has written another record %s than the one that was read"
                .formatted(tx(answer), answer.key()));
      }
    }
    Optional<String> absent =
        answers.stream()
            .filter(each -> each.fields().isEmpty())
            .findFirst()
            .map(each -> noProof(each.key()));
    return new Proven(present, 0, bytes, absent);
  }

  @Override
  public long verifyConsistency() {
    return ImmudbDb.reading(() -> client.refresh().proofBytes());
  }
}
