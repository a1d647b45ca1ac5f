package io.hybridycsb.it.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.release.Ended;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("cassandra-lwt")
@Tag("campaign")
class CassandraLwtAbsentIT {
  @RegisterExtension
  private static final LocalCluster CLUSTER = new CassandraCluster().notStarted();

  /** Nothing listens on port 1. */
  @Test
  void aClientWithoutAClusterEndsWithOneLineAndStatusOne() {
    Ended load =
        CLUSTER.ycsb(
            "load",
            "cassandra-lwt",
            "-P",
            "workloada",
            "-p",
            "cassandra.contact.points=127.0.0.1:1",
            "-threads",
            "8");

    assertThat(load.status()).isEqualTo(1);
    assertThat(load.err().lines().filter(line -> line.startsWith("cassandra-lwt: ")))
        .singleElement()
        .asString()
        .startsWith("cassandra-lwt: no node of 127.0.0.1:1 answers");
    assertThat(load.text()).doesNotContain("\tat ");
  }

  @Test
  void aNodeWithoutAJvmThatCanRunItIsOneLine() {
    Ended up =
        CLUSTER.hybrid("up", "cassandra-lwt", "--nodes", "3", "--set", "cassandra.java=/nowhere");

    assertThat(up.status()).isEqualTo(1);
    assertThat(up.err().strip())
        .isEqualTo(
            "hybrid: the option cassandra.java names /nowhere, which is not the directory of a JDK 17");
  }
}
