package io.hybridycsb.it.veritas.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.cluster.KafkaBrokersOf;
import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.install.InstallIntoTests;
import io.hybridycsb.it.release.Ended;
import io.hybridycsb.it.suites.BrokerLossTests;
import io.hybridycsb.it.suites.HistoryTests;
import io.hybridycsb.it.suites.SizeTests;
import io.hybridycsb.it.suites.TimedWorkloadTests;
import io.hybridycsb.it.suites.TransactionLossTests;
import io.hybridycsb.it.veritas.ClientPage;
import io.hybridycsb.it.veritas.VeritasCluster;
import io.hybridycsb.it.veritas.VeritasCrashTests;
import io.hybridycsb.it.veritas.VeritasTamperTests;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Suites on clusters of veritas-kafka; those that say more are in classes of their own. */
@Tag("veritas-kafka")
class VeritasKafkaIT {
  @Nested
  @Tag("campaign")
  class BrokerHistory extends HistoryTests {
    @RegisterExtension
    private static final VeritasKafkaCluster CLUSTER = new VeritasKafkaCluster(2).threeBrokers();

    @Override
    protected List<Runnable> faults() {
      return List.of(
          () -> dies("kafka1"),
          () -> dies("kafka2"),
          () -> dies("kafka3"),
          () -> dies("kafka1", "kafka2"),
          () -> dies("kafka1", "kafka2", "kafka3"),
          () -> dies("kafka3", "node1"));
    }
  }

  @Nested
  @Tag("campaign")
  class Crash extends VeritasCrashTests {
    @RegisterExtension private static final VeritasCluster CLUSTER = new VeritasKafkaCluster(3);
  }

  @Nested
  @Tag("campaign")
  class History extends HistoryTests {
    @RegisterExtension
    private static final VeritasKafkaCluster CLUSTER = new VeritasKafkaCluster(3);

    @Override
    protected List<Runnable> faults() {
      return List.of(
          () -> dies("node2"),
          () -> dies("redis1"),
          () -> CLUSTER.flush("redis3"),
          () -> dies("tso"),
          () -> dies("kafka1"),
          () -> dies("node1", "node3"),
          () -> dies("kafka1", "redis2", "node2"));
    }
  }

  @Nested
  @Tag("campaign")
  class InstallInto extends InstallIntoTests {
    @RegisterExtension private static final LocalCluster CLUSTER = new VeritasKafkaCluster(3);
  }

  /**
   * Nodes, broker and timestamp oracle can be one process now, and a process each the next time.
   */
  @Nested
  @Tag("campaign")
  class JvmSwitch {
    @RegisterExtension
    private static final LocalCluster CLUSTER = VeritasKafkaCluster.inOneJvm(2).notStarted();

    @Test
    void whatOneProcessHasWrittenSeveralProcessesRead() {
      CLUSTER.up();
      CLUSTER.hybridOn("put", "user1", "field0=of one process").requireSuccess();

      CLUSTER.down();
      CLUSTER.with("nodes.jvm", "separate").up();

      assertThat(CLUSTER.processes())
          .contains("node1", "node2", "kafka1", "tso")
          .doesNotContain("jvm");
      assertThat(CLUSTER.hybridOn("get", "user1").requireSuccess().out())
          .contains("of one process");
    }
  }

  /** Nodes, broker and timestamp oracle can be one process, which comes back with what it had. */
  @Nested
  class OneJvm {
    @RegisterExtension private static final LocalCluster CLUSTER = VeritasKafkaCluster.inOneJvm(1);

    @Test
    void theOneProcessIsKilledAndComesBackAndItsPartsAreNot() {
      CLUSTER.hybridOn("put", "user1", "field0=of one process").requireSuccess();
      Ended refused = CLUSTER.hybridOn("kill", "node1");
      assertThat(refused.status()).isEqualTo(1);
      assertThat(refused.err().strip())
          .hasLineCount(1)
          .startsWith("hybrid: node1 has no process of its own: name jvm");

      CLUSTER.kill("jvm");
      CLUSTER.restart("jvm");

      assertThat(CLUSTER.hybridOn("get", "user1").requireSuccess().out())
          .contains("of one process");
    }
  }

  @Nested
  @Tag("campaign")
  class Size extends SizeTests {
    @RegisterExtension
    private static final LocalCluster CLUSTER =
        new VeritasKafkaCluster(3).with("block.transactions.max", "10");
  }

  @Nested
  @Tag("campaign")
  class Tamper extends VeritasTamperTests {
    @RegisterExtension private static final VeritasCluster CLUSTER = new VeritasKafkaCluster(3);
  }

  @Nested
  @Tag("campaign")
  class TransactionLoss extends TransactionLossTests {
    @RegisterExtension private static final LocalCluster CLUSTER = new VeritasKafkaCluster(3);

    @Override
    protected boolean goesOnWithoutThem() {
      return false;
    }
  }

  @Nested
  @Tag("campaign")
  class Workload extends TimedWorkloadTests {
    @RegisterExtension
    private static final VeritasKafkaCluster CLUSTER = new VeritasKafkaCluster(3);

    @Test
    void theProgramOnTheClientsPagePrintsWhatThePageSays(@TempDir Path directory)
        throws IOException {
      ClientPage.requireItHolds(CLUSTER, directory);
    }
  }

  @Nested
  @Tag("campaign")
  class BrokerLoss extends BrokerLossTests {
    @RegisterExtension
    private static final VeritasKafkaCluster CLUSTER = new VeritasKafkaCluster(2).threeBrokers();

    @Override
    protected String topic() {
      return "veritas";
    }

    @Override
    protected int commits() {
      return 100;
    }

    @Override
    protected int operationsOfClient() {
      return 1_000;
    }

    @Override
    protected int operationsPerSecond() {
      return 300;
    }

    /** The shared log on three brokers. */
    @Nested
    class ItsSharedLog extends KafkaSharedLogTests {
      @Override
      KafkaBrokersOf brokers() {
        return new KafkaBrokersOf(CLUSTER);
      }
    }
  }
}
