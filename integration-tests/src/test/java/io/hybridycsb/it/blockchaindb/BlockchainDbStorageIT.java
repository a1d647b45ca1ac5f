package io.hybridycsb.it.blockchaindb;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.hybridycsb.blockchaindb.client.BlockchainDb;
import io.hybridycsb.blockchaindb.client.BlockchainDb.Freshness;
import io.hybridycsb.blockchaindb.client.ClusterFile;
import io.hybridycsb.blockchaindb.client.ReadChecks.Checked;
import io.hybridycsb.blockchaindb.client.ReadChecks.Standing;
import io.hybridycsb.blockchaindb.client.ReadClaim;
import io.hybridycsb.blockchaindb.client.Session;
import io.hybridycsb.blockchaindb.proto.Kind;
import io.hybridycsb.blockchaindb.proto.Outcome;
import io.hybridycsb.blockchaindb.proto.Write;
import io.hybridycsb.blockchaindb.proto.WriteReply;
import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.records.StateKey;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The paper's layout, the default: a value takes as many slots as it needs. */
@Tag("campaign")
@Tag("blockchaindb")
class BlockchainDbStorageIT {
  @RegisterExtension private static final LocalCluster CLUSTER = new BlockchainDbCluster(400);

  /** Around a slot's end, many slots, and close to the most that a transaction holds. */
  private static final int[] LENGTHS = {1, 31, 32, 33, 63, 64, 65, 4_096, 130_000};

  private final Map<String, Optional<byte[]>> expected = new HashMap<>();

  private static byte[] stateKey(String key) {
    return StateKey.of(CLUSTER.table("usertable"), key);
  }

  private static byte[] value(int length) {
    byte[] value = new byte[length];
    for (int i = 0; i < length; i++) {
      value[i] = (byte) (i % 251 + 1);
    }
    return value;
  }

  private void write(Session session, String key, Optional<byte[]> value) {
    Write write =
        Write.newBuilder()
            .setKind(value.isPresent() ? Kind.SET : Kind.DELETE)
            .setKey(ByteString.copyFrom(stateKey(key)))
            .setRecord(ByteString.copyFrom(value.orElse(new byte[0])))
            .build();
    WriteReply reply = session.write(List.of(write), 0);
    assertThat(reply.getOutcome()).as(key + ": " + reply.getDetail()).isEqualTo(Outcome.COMMITTED);
    expected.put(key, value);
  }

  @Test
  void recordsOfAnyLengthStandAgainstTheSlotsThatTheyTake() throws Exception {
    Path file = CLUSTER.runDirectory().resolve("cluster.json");
    try (BlockchainDb db = new BlockchainDb(ClusterFile.read(file), 120_000, 1)) {
      Session session = db.session();
      for (int length : LENGTHS) {
        write(session, "of" + length, Optional.of(value(length)));
      }
      // Slots that a longer value leaves are empty again.
      for (String key : List.of("shorter", "shortest", "deleted")) {
        write(session, key, Optional.of(value(200)));
      }
      write(session, "shorter", Optional.of(value(33)));
      write(session, "shortest", Optional.of(value(5)));
      write(session, "deleted", Optional.empty());
      write(session, "of31", Optional.of(value(100)));
      expected.put("never", Optional.empty());
      byte[] last = expected.get("of4096").orElseThrow();
      write(session, "last", Optional.of(Arrays.copyOf(last, 40)));

      for (Map.Entry<String, Optional<byte[]>> entry : expected.entrySet()) {
        byte[] key = stateKey(entry.getKey());
        BlockchainDb.Reading reading = session.read(key, Freshness.SESSION);
        assertSame(entry, reading.record());
        assertSame(entry, session.verify(key, 0, Freshness.SESSION).record());
        assertHonest(db, reading, key);
      }
      assertALieIsFound(db, session);
    }
  }

  private static void assertSame(
      Map.Entry<String, Optional<byte[]>> expected, Optional<byte[]> found) {
    assertThat(found.isPresent()).as(expected.getKey()).isEqualTo(expected.getValue().isPresent());
    found.ifPresent(
        value -> assertThat(value).as(expected.getKey()).isEqualTo(expected.getValue().get()));
  }

  private static void assertHonest(BlockchainDb db, BlockchainDb.Reading reading, byte[] key) {
    Checked checked =
        db.readChecks()
            .check(reading.block(), List.of(ReadClaim.of(key, reading.record())), Instant.now());
    assertThat(checked.standing()).isNotEqualTo(Standing.TOO_OLD);
    assertThat(checked.contradicted()).isEmpty();
  }

  /** All keys of one block at once; each claim is wrong by one bit, or absence. */
  private void assertALieIsFound(BlockchainDb db, Session session) {
    BlockchainDb.Reading any = session.read(stateKey("never"), Freshness.SESSION);
    List<ReadClaim> lies = new ArrayList<>();
    List<ReadClaim> truths = new ArrayList<>();
    expected.forEach(
        (key, value) -> {
          byte[] lie = value.map(byte[]::clone).orElse(new byte[1]);
          lie[lie.length - 1] ^= 1;
          lies.add(ReadClaim.of(stateKey(key), Optional.of(lie)));
          truths.add(ReadClaim.of(stateKey(key), value));
        });

    assertThat(db.readChecks().check(any.block(), truths, Instant.now()).contradicted()).isEmpty();
    assertThat(db.readChecks().check(any.block(), lies, Instant.now()).contradicted())
        .hasSize(expected.size());
  }

  @Test
  void theRecordsThatNodesServeAreThoseInTheContractsStorage() {
    CLUSTER.ycsb("load", "workloada", Map.of("recordcount", "200"));
    CLUSTER.requireAuditPasses();
  }
}
