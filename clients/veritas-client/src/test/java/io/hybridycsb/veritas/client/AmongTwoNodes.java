package io.hybridycsb.veritas.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import io.hybridycsb.records.Fields;
import io.hybridycsb.veritas.client.fakes.FakeNode;
import io.hybridycsb.veritas.model.StateValue;
import io.hybridycsb.veritas.proto.Outcome;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.io.TempDir;

/** A client and two fake nodes that answer as they are told. */
abstract class AmongTwoNodes {
  static final int PLENTY_MS = 60_000;
  static final int LITTLE_MS = 3_000;
  static final byte[] VALUE =
      StateValue.put(7, Fields.encode(Map.of("a", bytes("1"), "b", bytes("2"))));

  @TempDir Path dir;

  @AutoClose
  final FakeCluster cluster =
      new FakeCluster(
          FakeNode.serving("node1", VALUE, Outcome.COMMITTED),
          FakeNode.serving("node2", VALUE, Outcome.COMMITTED));

  final FakeNode node1 = cluster.node(1);
  final FakeNode node2 = cluster.node(2);

  VeritasClient client(int timeoutMs) {
    return client(cluster.startOracle(dir), timeoutMs);
  }

  static ConditionFactory patiently() {
    return await().atMost(PLENTY_MS, TimeUnit.MILLISECONDS);
  }

  VeritasClient client(String oracle, int timeoutMs) {
    return cluster.client(oracle, ClientOptions.DEFAULT.withTimeoutMs(timeoutMs));
  }

  static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
