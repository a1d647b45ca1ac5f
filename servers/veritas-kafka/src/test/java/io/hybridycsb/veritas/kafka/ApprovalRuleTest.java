package io.hybridycsb.veritas.kafka;

import static io.hybridycsb.veritas.core.testing.TestTransactions.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.settings.Settings;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.cluster.ClusterConfig.ApprovalPolicy;
import io.hybridycsb.veritas.core.spi.ApprovalRule;
import io.hybridycsb.veritas.core.testing.TestKeys;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.server.NodeProperties;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

  private Settings settings(String property) throws IOException {
    Path file = directory.resolve("node.properties");
    Files.writeString(
        file,
        "node.name=node1\nnode.listen=127.0.0.1:7000\nnode.key=k\ncluster.file=c\ndata.dir=d\n"
            + property);
    return NodeProperties.read(file, new VeritasKafka().properties());
  }

  @Test
  void theNamedRuleIsTheNodes() throws IOException {
    ApprovalRule rule = VeritasKafka.rule(settings("approval.rule=" + OneKeyOnly.class.getName()));
    assertThat(rule.approves(at(1).put("a", "x").checked())).isTrue();
    assertThat(rule.approves(at(2).put("b", "x").put("c", "y").checked())).isFalse();
  }

  @Test
  void withoutARuleEverythingIsApproved() throws IOException {
    assertThat(VeritasKafka.rule(settings(""))).isSameAs(ApprovalRule.NONE);
  }

  @Test
  void aClassThatIsNoRuleIsRefusedInOneLineBeforeAnythingIsOpened() throws IOException {
    for (String wrong : List.of("com.example.Absent", "java.lang.String", "java.util.List")) {
      Settings settings = settings("approval.rule=" + wrong);
      assertThatThrownBy(() -> new VeritasKafka().ordering(settings, CLUSTER))
          .isInstanceOf(IllegalArgumentException.class)
          .message()
          .startsWith("approval.rule is a public class on the class path that implements ")
          .contains("not " + wrong + ": ")
          .hasLineCount(1);
    }
  }
}
