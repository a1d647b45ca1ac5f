package io.hybridycsb.ycsb.quorum;

import io.hybridycsb.ethereum.chain.SealedHeader;
import io.hybridycsb.quorum.client.QuorumClient;
import io.hybridycsb.quorum.client.QuorumSession;
import io.hybridycsb.quorum.client.QuorumSession.Claim;
import io.hybridycsb.quorum.client.QuorumSession.Reading;
import io.hybridycsb.records.RecordCodec;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.ycsb.record.RecordVersion;
import io.hybridycsb.ycsb.support.ProvableReads;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Reads with proofs. An answer's version is the block that it was read of, and the value; once it
 * is verified, the block alone. Answers of one block are proven together.
 */
final class QuorumReads implements ProvableReads {
  private final QuorumClient client;
  private final QuorumSession session;
  private SealedHeader newest;

  QuorumReads(QuorumClient client, QuorumSession session) {
    this.client = client;
    this.session = session;
  }

  /** What was read. */
  private record Version(long block, Claim claim) {}

  @Override
  public Answer get(String table, String key) {
    byte[] at = StateKey.of(table, key);
    Reading reading = QuorumDb.reading(() -> session.get(at));
    Version version = new Version(reading.block(), new Claim(at, reading.value()));
    return new Answer(table, key, fields(reading.value()), version);
  }

  private static Optional<Map<String, byte[]>> fields(Optional<byte[]> value) {
    return value.map(RecordCodec::decode).map(RecordVersion::hide);
  }

  @Override
  public Proven verifiedGet(String table, String key) {
    return proven(table, key, QuorumDb.reading(() -> session.verify(StateKey.of(table, key))));
  }

  @Override
  public Proven verifiedGetAt(Answer earlier) {
    byte[] at = StateKey.of(earlier.table(), earlier.key());
    long block = (Long) earlier.version();
    return proven(
        earlier.table(), earlier.key(), QuorumDb.reading(() -> session.verifyAt(at, block)));
  }

  private static Proven proven(String table, String key, Reading reading) {
    Answer answer = new Answer(table, key, fields(reading.value()), reading.block());
    return Proven.of(answer, reading.proof().orElseThrow().bytes());
  }

  @Override
  public Proven verify(List<Answer> answers) {
    Map<Long, List<Claim>> byBlock = new TreeMap<>();
    List<Answer> proven = new ArrayList<>();
    for (Answer answer : answers) {
      Version version = (Version) answer.version();
      byBlock.computeIfAbsent(version.block(), block -> new ArrayList<>()).add(version.claim());
      proven.add(answer.in(version.block()));
    }
    long bytes = 0;
    for (Map.Entry<Long, List<Claim>> block : byBlock.entrySet()) {
      bytes += QuorumDb.reading(() -> session.verifyAll(block.getValue(), block.getKey()));
    }
    return new Proven(proven, 0, bytes);
  }

  /** Each header was linked to the one before when it came; what is left is that they stay. */
  @Override
  public long verifyConsistency() {
    SealedHeader seen = newest == null ? client.newest() : newest;
    long bytes = QuorumDb.reading(() -> client.requireKept(seen));
    newest = client.newest();
    return bytes;
  }
}
