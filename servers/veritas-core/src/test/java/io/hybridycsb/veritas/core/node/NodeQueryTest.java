package io.hybridycsb.veritas.core.node;

import static io.hybridycsb.veritas.core.testing.TestTransactions.at;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.hybridycsb.sharedlog.InMemorySharedLog;
import io.hybridycsb.veritas.cluster.ClusterConfig.ApprovalPolicy;
import io.hybridycsb.veritas.core.consensus.NodeOptions;
import io.hybridycsb.veritas.core.consensus.log.LogConsensus;
import io.hybridycsb.veritas.core.spi.ApprovalRule;
import io.hybridycsb.veritas.core.spi.InMemoryLedgerStore;
import io.hybridycsb.veritas.core.spi.InMemoryStateStore;
import io.hybridycsb.veritas.core.spi.StateSource;
import io.hybridycsb.veritas.core.spi.TransactionLocation;
import io.hybridycsb.veritas.core.testing.TestConnection;
import io.hybridycsb.veritas.core.testing.TestKeys;
import io.hybridycsb.veritas.model.TransactionId;
import io.hybridycsb.veritas.proto.Outcome;
import io.hybridycsb.veritas.proto.QueryRequest;
import io.hybridycsb.veritas.proto.Request;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a node says of a transaction while it is decided. */
class NodeQueryTest {
  private final TestConnection client = new TestConnection();
  private final CountDownLatch admitted = new CountDownLatch(1);
  private final CountDownLatch lookedFor = new CountDownLatch(1);

  /** A ledger in which the asker finds nothing, and all is decided before the answer is used. */
  private final class Overtaken extends InMemoryLedgerStore {
    private final Thread asker = Thread.currentThread();

    @Override
    public Optional<TransactionLocation> find(byte[] transactionId) {
      Optional<TransactionLocation> found = super.find(transactionId);
      if (Thread.currentThread().equals(asker)) {
        lookedFor.countDown();
        assertThat(committed()).isEqualTo(Outcome.COMMITTED);
      }
      return found;
    }
  }

  private Outcome committed() {
    try {
      return client.next().getCommit().getOutcome();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private boolean approveOnceLookedFor() {
    admitted.countDown();
    try {
      lookedFor.await();
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Test
  @Timeout(60)
  void aTransactionThatIsDecidedMeanwhileIsNotSaidToBeUnknown() throws InterruptedException {
    ApprovalRule rule = transaction -> approveOnceLookedFor();
    Node.Parts parts =
        new Node.Parts(
            TestKeys.cluster(ApprovalPolicy.ALL, 1, 1),
            "node1",
            TestKeys.node(1),
            new Overtaken(),
            new InMemoryStateStore(),
            StateSource.NONE,
            NodeOptions.DEFAULT);
    try (Node node = new Node(parts, LogConsensus.over(new InMemorySharedLog(), rule))) {
      node.start();
      assertThat(node.awaitCaughtUp(30_000)).isTrue();
      node.handle(client.commit(at(1).put("a", "x").signedBy(TestKeys.client(1))));
      admitted.await();

      TestConnection other = new TestConnection();
      byte[] id = TransactionId.of(1, TestKeys.client(1).publicKey()).encode();
      QueryRequest.Builder query =
          QueryRequest.newBuilder().setTransactionId(ByteString.copyFrom(id));
      node.handle(other.call(Request.newBuilder().setQuery(query)));

      assertThat(other.next().getQuery().getKnown()).isTrue();
    }
  }
}
