package io.hybridycsb.veritas.core.node;

import static io.hybridycsb.veritas.core.testing.TestTransactions.at;
import static io.hybridycsb.veritas.core.testing.TestTransactions.key;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.hybridycsb.sharedlog.InMemorySharedLog;
import io.hybridycsb.sharedlog.SharedLog;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.cluster.ClusterConfig.ApprovalPolicy;
import io.hybridycsb.veritas.core.consensus.NodeOptions;
import io.hybridycsb.veritas.core.consensus.log.LogConsensus;
import io.hybridycsb.veritas.core.spi.ApprovalRule;
import io.hybridycsb.veritas.core.spi.InMemoryLedgerStore;
import io.hybridycsb.veritas.core.spi.InMemoryStateStore;
import io.hybridycsb.veritas.core.spi.StateSource;
import io.hybridycsb.veritas.core.spi.StoreException;
import io.hybridycsb.veritas.core.testing.TestConnection;
import io.hybridycsb.veritas.core.testing.TestContext;
import io.hybridycsb.veritas.core.testing.TestKeys;
import io.hybridycsb.veritas.model.StateValue;
import io.hybridycsb.veritas.proto.CheckReadsRequest;
import io.hybridycsb.veritas.proto.GetRequest;
import io.hybridycsb.veritas.proto.Outcome;
import io.hybridycsb.veritas.proto.ReadVersion;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Response;
import io.hybridycsb.veritas.proto.Transaction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** Nodes with all their threads on a log and databases in memory. */
abstract class NodeFixture {
  static final long WAIT_MS = 30_000;
  static final int HISTORY_BLOCKS = 150;

  final InMemorySharedLog log = new InMemorySharedLog();
  final List<InMemoryLedgerStore> ledgers = new ArrayList<>();
  final List<InMemoryStateStore> states = new ArrayList<>();
  final List<Node> nodes = new ArrayList<>();
  ClusterConfig cluster;

  /** Whether states that are lost can't be filled again. */
  volatile boolean stayLost;

  void start(int count) throws InterruptedException {
    cluster = TestKeys.cluster(ApprovalPolicy.ALL, count, 1);
    for (int i = 0; i < count; i++) {
      ledgers.add(new InMemoryLedgerStore());
      states.add(
          new InMemoryStateStore() {
            @Override
            public void clear() {
              if (stayLost) {
                throw new StoreException("nobody may fill it");
              }
              super.clear();
            }
          });
      nodes.add(node(i, new InMemorySharedLog(log)));
      nodes.get(i).start();
      assertThat(nodes.get(i).awaitCaughtUp(WAIT_MS)).isTrue();
    }
  }

  Node node(int index, SharedLog itsLog) {
    return new Node(
        new Node.Parts(
            cluster,
            "node" + (index + 1),
            TestKeys.node(index + 1),
            ledgers.get(index),
            states.get(index),
            StateSource.NONE,
            TestContext.withHistory(NodeOptions.DEFAULT, HISTORY_BLOCKS)),
        LogConsensus.over(itsLog, ApprovalRule.NONE));
  }

  void restart(int index) throws InterruptedException {
    nodes.get(index).close();
    ledgers.set(index, ledgers.get(index).reopened());
    states.set(index, states.get(index).reopened());
    nodes.set(index, node(index, new InMemorySharedLog(log)));
    nodes.get(index).start();
    assertThat(nodes.get(index).awaitCaughtUp(WAIT_MS)).isTrue();
  }

  @AfterEach
  void stop() {
    nodes.forEach(Node::close);
  }

  Response ask(int node, Request.Builder request) throws InterruptedException {
    TestConnection client = new TestConnection();
    nodes.get(node).handle(client.call(request));
    return client.next();
  }

  Outcome commit(int node, Transaction transaction) throws InterruptedException {
    return ask(node, TestConnection.commitRequest(transaction)).getCommit().getOutcome();
  }

  static Transaction put(long timestamp, String key) {
    return at(timestamp).put(key, "v" + timestamp).signedBy(TestKeys.client(1));
  }

  static ByteString bytes(String key) {
    return ByteString.copyFrom(key(key).bytes());
  }

  static Request.Builder get(String key) {
    return Request.newBuilder().setGet(GetRequest.newBuilder().addKeys(bytes(key)));
  }

  long version(int node, String key) throws InterruptedException {
    ByteString value = ask(node, get(key)).getGet().getValues(0);
    return value.isEmpty() ? 0 : StateValue.version(value.toByteArray());
  }

  static CheckReadsRequest checkReads(ByteString key, int count) {
    ReadVersion read = ReadVersion.newBuilder().setKey(key).build();
    return CheckReadsRequest.newBuilder().addAllReads(Collections.nCopies(count, read)).build();
  }
}
