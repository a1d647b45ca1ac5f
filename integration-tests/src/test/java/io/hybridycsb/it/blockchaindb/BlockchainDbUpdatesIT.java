package io.hybridycsb.it.blockchaindb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.MAP;

import com.google.protobuf.ByteString;
import io.hybridycsb.blockchaindb.client.BlockchainDb;
import io.hybridycsb.blockchaindb.client.BlockchainDb.Freshness;
import io.hybridycsb.blockchaindb.client.ClusterFile;
import io.hybridycsb.blockchaindb.client.Session;
import io.hybridycsb.blockchaindb.proto.Kind;
import io.hybridycsb.blockchaindb.proto.Outcome;
import io.hybridycsb.blockchaindb.proto.Write;
import io.hybridycsb.blockchaindb.proto.WriteReply;
import io.hybridycsb.harness.system.Model;
import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.ycsb.YcsbHistory;
import io.hybridycsb.records.RecordCodec;
import io.hybridycsb.records.StateKey;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Updates of one record through several nodes at the same time, with values in the storage. */
@Tag("campaign")
@Tag("blockchaindb")
class BlockchainDbUpdatesIT {
  private static final int FIELDS = 10;

  @RegisterExtension private static final LocalCluster CLUSTER = new BlockchainDbCluster(16);

  private static BlockchainDb connect() {
    return new BlockchainDb(
        ClusterFile.read(CLUSTER.runDirectory().resolve("cluster.json")), 120_000, 1);
  }

  private static byte[] key(String name) {
    return StateKey.of(CLUSTER.table("updates"), name);
  }

  private static WriteReply update(Session session, String name, int field) {
    Map<String, byte[]> fields = Map.of("field" + field, "new".getBytes(UTF_8));
    return session.write(
        List.of(
            Write.newBuilder()
                .setKind(Kind.MERGE)
                .setKey(ByteString.copyFrom(key(name)))
                .setRecord(ByteString.copyFrom(RecordCodec.encode(fields)))
                .build()),
        0);
  }

  /** Each field was written once. What a reorganisation takes back is written again. */
  private static void awaitAllFields(BlockchainDb db, String name) {
    Session session = db.session();
    Awaitility.await("all fields")
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(
            () -> {
              requireAllFields(session.get(key(name), Freshness.SESSION));
              requireAllFields(session.verify(key(name), 0, Freshness.SESSION).record());
            });
  }

  private static void requireAllFields(Optional<byte[]> record) {
    assertThat(record.map(RecordCodec::decode)).get(MAP).hasSize(FIELDS);
  }

  @Test
  void updatesOneAfterAnotherThroughAlternatingNodesAllSurvive() {
    try (BlockchainDb db = connect()) {
      for (int field = 0; field < FIELDS; field++) {
        WriteReply reply = update(db.sessionAt(field % 2), "sequential", field);
        assertThat(reply.getOutcome()).as(reply.getDetail()).isEqualTo(Outcome.COMMITTED);
      }
      awaitAllFields(db, "sequential");
    }
  }

  @Test
  void updatesAtTheSameTimeThroughAllNodesAllSurvive() {
    ExecutorService threads = Executors.newFixedThreadPool(FIELDS);
    try (BlockchainDb db = connect()) {
      List<CompletableFuture<WriteReply>> replies =
          IntStream.range(0, FIELDS)
              .mapToObj(
                  field ->
                      CompletableFuture.supplyAsync(
                          () -> update(db.sessionAt(field % 4), "concurrent", field), threads))
              .toList();

      assertThat(replies).allMatch(reply -> reply.join().getOutcome() == Outcome.COMMITTED);
      awaitAllFields(db, "concurrent");
    } finally {
      threads.shutdownNow();
    }
  }

  /** Acknowledged so deep that no reorganisation moves an update behind a later one. */
  @Test
  void noFieldOfAnAcknowledgedUpdateIsLost() throws Exception {
    Path directory = Files.createTempDirectory(CLUSTER.runDirectory(), "histories");
    Path load = directory.resolve("load.jsonl");
    Path updates = directory.resolve("updates.jsonl");
    Path end = directory.resolve("end.jsonl");
    ycsb("load", load, Map.of());
    ycsb(
        "run",
        updates,
        Map.of(
            "readproportion", "0",
            "updateproportion", "1",
            "requestdistribution", "zipfian",
            "operationcount", "300"));
    ycsb(
        "run",
        end,
        Map.of(
            "readproportion", "1",
            "updateproportion", "0",
            "requestdistribution", "sequential",
            "operationcount", "80"));

    YcsbHistory.of(List.of(load, updates, end)).requireThatItIs(Model.LINEARIZABLE);
    CLUSTER.requireAuditPasses();
  }

  private static void ycsb(String phase, Path history, Map<String, String> workload)
      throws Exception {
    Map<String, String> properties = new TreeMap<>(workload);
    properties.put("table", "history");
    properties.put("fieldlength", "20");
    properties.put("recordcount", "10");
    properties.put("blockchaindb.commit", "depth:3");
    properties.put("hybrid.history", history.toString());
    CLUSTER.ycsb(phase, "workloada", properties);
  }
}
