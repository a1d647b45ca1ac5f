package io.hybridycsb.ycsb.veritas;

import io.hybridycsb.veritas.client.SeenRecord;
import io.hybridycsb.veritas.client.Session;
import io.hybridycsb.veritas.client.VerifiedHead;
import io.hybridycsb.veritas.client.VerifiedReads;
import io.hybridycsb.veritas.client.VerifiedRecord;
import io.hybridycsb.veritas.model.VeritasRecord;
import io.hybridycsb.ycsb.support.ProvableReads;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Reads of one session. An answer's version is the receipt of the read until it is verified, and
 * then the height of the block by whose state root it was proven.
 */
final class VeritasReads implements ProvableReads {
  private final Session session;
  private VerifiedHead head;

  VeritasReads(Session session) {
    this.session = session;
  }

  @Override
  public Answer get(String table, String key) {
    SeenRecord seen = VeritasDb.calling(() -> session.getSeen(table, key));
    return new Answer(table, key, fields(seen.record()), seen.receipt());
  }

  private static Optional<Map<String, byte[]>> fields(Optional<VeritasRecord> record) {
    return record.map(VeritasRecord::fields);
  }

  @Override
  public Proven verifiedGet(String table, String key) {
    return proven(table, key, VeritasDb.calling(() -> session.verify(table, key)));
  }

  @Override
  public Proven verifiedGetAt(Answer earlier) {
    String table = earlier.table();
    String key = earlier.key();
    long height = (Long) earlier.version();
    return proven(table, key, VeritasDb.calling(() -> session.verifyAt(table, key, height)));
  }

  private static Proven proven(String table, String key, VerifiedRecord verified) {
    Answer answer = new Answer(table, key, fields(verified.record()), verified.height());
    return Proven.of(answer, verified.bytes());
  }

  @Override
  public Proven verify(List<Answer> answers) {
    List<SeenRecord.Receipt> receipts =
        answers.stream().map(answer -> (SeenRecord.Receipt) answer.version()).toList();
    VerifiedReads verified = VeritasDb.calling(() -> session.verifySeen(receipts));
    List<Answer> proven =
        IntStream.range(0, answers.size())
            .mapToObj(i -> answers.get(i).in(verified.heights().get(i)))
            .toList();
    return new Proven(proven, 0, verified.bytes());
  }

  @Override
  public long verifyConsistency() {
    VerifiedHead known = head;
    head = VeritasDb.calling(() -> known == null ? session.head() : session.follow(known));
    return head.bytes();
  }
}
