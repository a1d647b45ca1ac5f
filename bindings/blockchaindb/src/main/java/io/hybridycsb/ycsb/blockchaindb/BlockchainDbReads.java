package io.hybridycsb.ycsb.blockchaindb;

import static io.hybridycsb.ycsb.blockchaindb.BlockchainDbClient.reading;
import static io.hybridycsb.ycsb.blockchaindb.BlockchainDbProperties.READ;
import static io.hybridycsb.ycsb.blockchaindb.BlockchainDbProperties.VERIFY_DEPTH;

import io.hybridycsb.blockchaindb.client.AgreedBlock;
import io.hybridycsb.blockchaindb.client.BlockchainDb;
import io.hybridycsb.blockchaindb.client.BlockchainDb.Reading;
import io.hybridycsb.blockchaindb.client.BlockchainDb.Verified;
import io.hybridycsb.blockchaindb.client.ReadBlock;
import io.hybridycsb.blockchaindb.client.ReadChecks.Checked;
import io.hybridycsb.blockchaindb.client.ReadChecks.Standing;
import io.hybridycsb.blockchaindb.client.ReadClaim;
import io.hybridycsb.blockchaindb.client.Session;
import io.hybridycsb.records.RecordCodec;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.settings.PropertySet;
import io.hybridycsb.verification.Hash;
import io.hybridycsb.ycsb.outcome.FailedOperation;
import io.hybridycsb.ycsb.outcome.Statuses;
import io.hybridycsb.ycsb.support.ProvableReads;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import site.ycsb.Status;

/**
 * Reads with proofs. An answer's version is the block that the node has named, and what was read;
 * once it is verified, the block's hash. Answers of one block are proven together. Blocks that a
 * chain takes back again prove nothing.
 */
final class BlockchainDbReads implements ProvableReads {
  private final BlockchainDb db;
  private final Session session;
  private final PropertySet.Values properties;

  /** For each shard, a block that the next look at the chain has to find again. */
  private final Map<Integer, AgreedBlock> settled = new LinkedHashMap<>();

  BlockchainDbReads(BlockchainDb db, Session session, PropertySet.Values properties) {
    this.db = db;
    this.session = session;
    this.properties = properties;
  }

  /** What was read of which block, and when. */
  private record Version(ReadBlock block, ReadClaim claim, Instant read) {}

  @Override
  public Answer get(String table, String key) {
    byte[] at = StateKey.of(table, key);
    Reading reading = reading(() -> session.read(at, properties.get(READ)));
    Version version =
        new Version(reading.block(), ReadClaim.of(at, reading.record()), Instant.now());
    return new Answer(table, key, reading.record().map(RecordCodec::decode), version);
  }

  @Override
  public Proven verifiedGet(String table, String key) {
    byte[] at = StateKey.of(table, key);
    return proven(
        table,
        key,
        reading(() -> session.verify(at, properties.get(VERIFY_DEPTH), properties.get(READ))));
  }

  @Override
  public Proven verifiedGetAt(Answer earlier) {
    byte[] at = StateKey.of(earlier.table(), earlier.key());
    Hash block = (Hash) earlier.version();
    return proven(earlier.table(), earlier.key(), reading(() -> session.verifyAt(at, block)));
  }

  private static Proven proven(String table, String key, Verified verified) {
    Optional<Map<String, byte[]>> fields = verified.record().map(RecordCodec::decode);
    return Proven.of(new Answer(table, key, fields, verified.blockHash()), verified.proofBytes());
  }

  @Override
  public Proven verify(List<Answer> answers) {
    Map<ReadBlock, List<Answer>> byBlock = new LinkedHashMap<>();
    for (Answer answer : answers) {
      ReadBlock block = ((Version) answer.version()).block();
      byBlock.computeIfAbsent(block, unused -> new ArrayList<>()).add(answer);
    }
    List<Answer> proven = new ArrayList<>();
    int withdrawn = 0;
    long bytes = 0;
    for (Map.Entry<ReadBlock, List<Answer>> each : byBlock.entrySet()) {
      ReadBlock block = each.getKey();
      List<Answer> ofBlock = each.getValue();
      Checked checked =
          reading(() -> db.readChecks().check(block, claims(ofBlock), firstOf(ofBlock)));
      requireCompared(checked, block);
      bytes += checked.bytes();
      if (checked.standing() == Standing.WITHDRAWN) {
        withdrawn += ofBlock.size();
      } else {
        ofBlock.forEach(answer -> proven.add(answer.in(block.hash())));
      }
    }
    return new Proven(proven, withdrawn, bytes);
  }

  private static Instant firstOf(List<Answer> answers) {
    return answers.stream()
        .map(answer -> ((Version) answer.version()).read())
        .min(Comparator.naturalOrder())
        .orElseThrow();
  }

  private static List<ReadClaim> claims(List<Answer> answers) {
    return answers.stream().map(answer -> ((Version) answer.version()).claim()).distinct().toList();
  }

  private static void requireCompared(Checked checked, ReadBlock block) {
    if (checked.standing() == Standing.TOO_OLD) {
      throw new FailedOperation(
          Status.SERVICE_UNAVAILABLE,
          "no node keeps the state of block %d any more".formatted(block.number()));
    }
    if (!checked.contradicted().isEmpty()) {
      throw new FailedOperation(
          Statuses.VERIFICATION_FAILED, checked.contradicted().values().iterator().next());
    }
  }

  /** Looks whether most nodes still have, in each shard, the block that they had before. */
  @Override
  public long verifyConsistency() {
    long bytes = 0;
    for (int shard = 0; shard < db.cluster().shards().size(); shard++) {
      int of = shard;
      AgreedBlock known = settled.get(shard);
      if (known != null) {
        AgreedBlock now = reading(() -> db.blockAt(of, known.number()));
        bytes += now.bytes();
        if (!now.hash().equals(known.hash())) {
          throw new FailedOperation(
              Statuses.VERIFICATION_FAILED,
              "most nodes have another block %d of shard %d than before"
                  .formatted(known.number(), shard));
        }
      }
      AgreedBlock newest = reading(() -> db.settled(of));
      bytes += newest.bytes();
      settled.put(shard, newest);
    }
    return bytes;
  }
}
