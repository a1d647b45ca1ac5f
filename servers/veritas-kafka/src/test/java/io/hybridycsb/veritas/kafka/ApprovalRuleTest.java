package io.hybridycsb.veritas.kafka;

import static io.hybridycsb.veritas.core.testing.TestTransactions.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.cluster.ClusterConfig.ApprovalPolicy;
import io.hybridycsb.veritas.core.consensus.Decision;
import io.hybridycsb.veritas.core.consensus.NodeOptions;
import io.hybridycsb.veritas.core.consensus.log.LogCodec;
import io.hybridycsb.veritas.core.consensus.log.LogCodec.Outgoing;
import io.hybridycsb.veritas.core.consensus.log.Replica;
import io.hybridycsb.veritas.core.spi.ApprovalRule;
import io.hybridycsb.veritas.core.spi.InMemoryLedgerStore;
import io.hybridycsb.veritas.core.spi.InMemoryStateStore;
import io.hybridycsb.veritas.core.testing.TestContext;
import io.hybridycsb.veritas.core.testing.TestKeys;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.core.txn.TransactionChecker;
import io.hybridycsb.veritas.core.txn.TransactionLimits;
import io.hybridycsb.veritas.proto.Outcome;
import io.hybridycsb.veritas.server.NodeSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApprovalRuleTest {
  private static final ClusterConfig CLUSTER = TestKeys.cluster(ApprovalPolicy.ALL, 1, 1);

  @TempDir private Path directory;

  /** Refuses every transaction that writes more than one key. */
  public static final class OneKeyOnly implements ApprovalRule {
    @Override
    public boolean approves(CheckedTransaction transaction) {
      return transaction.writes().size() < 2;
    }
  }

  private NodeSettings settings(String property) throws IOException {
    Path file = directory.resolve("node.properties");
    Files.writeString(
        file,
        "node.name=node1\nnode.listen=127.0.0.1:7000\nnode.key=k\ncluster.file=c\ndata.dir=d\n"
            + property);
    return NodeSettings.read(file, new VeritasKafka().properties());
  }

  /** The outcomes of one block with one transaction that writes a key and one that writes two. */
  private static Stream<Outcome> outcomes(ApprovalRule rule) {
    Replica replica =
        new Replica(
            TestContext.of(
                new InMemoryLedgerStore(), new InMemoryStateStore(), NodeOptions.DEFAULT),
            rule);
    LogCodec codec =
        new LogCodec(CLUSTER, new TransactionChecker(CLUSTER, TransactionLimits.DEFAULT));
    Outgoing block =
        codec.encodeBlock(
            "node1",
            TestKeys.node(1),
            1,
            List.of(
                at(1).put("a", "x").checkedAndSigned(),
                at(2).put("b", "x").put("c", "y").checkedAndSigned()));
    replica.process(List.of(block.asRead().apply(0)));
    Outgoing vote = codec.encodeVote(TestKeys.node(1), replica.vote(false).orElseThrow());
    List<Decision> decisions = replica.process(List.of(vote.asRead().apply(1)));
    return decisions.stream().map(each -> Outcome.forNumber(each.location().outcome()));
  }

  @Test
  void whatTheNamedRuleDoesNotApproveIsVetoed() throws IOException {
    NodeSettings settings = settings("approval.rule=" + OneKeyOnly.class.getName());
    assertThat(outcomes(VeritasKafka.rule(settings)))
        .containsExactly(Outcome.COMMITTED, Outcome.VETOED);
  }

  @Test
  void withoutARuleNothingIsVetoed() throws IOException {
    assertThat(outcomes(VeritasKafka.rule(settings(""))))
        .containsExactly(Outcome.COMMITTED, Outcome.COMMITTED);
  }

  @Test
  void aClassThatIsNoRuleIsRefusedInOneLineBeforeAnythingIsOpened() throws IOException {
    for (String wrong : List.of("com.example.Absent", "java.lang.String", "java.util.List")) {
      NodeSettings settings = settings("approval.rule=" + wrong);
      assertThatThrownBy(() -> new VeritasKafka().ordering(settings, CLUSTER))
          .isInstanceOf(IllegalArgumentException.class)
          .message()
          .startsWith("approval.rule is a public class on the class path that implements ")
          .contains("not " + wrong + ": ")
          .hasLineCount(1);
    }
  }
}
