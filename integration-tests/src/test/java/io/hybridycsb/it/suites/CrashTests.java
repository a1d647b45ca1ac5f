package io.hybridycsb.it.suites;

import io.hybridycsb.it.cluster.DrivenCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What must be true of every system when its processes are killed under load. */
public abstract class CrashTests<C extends DrivenCluster> extends FaultTests<C> {
  Iterable<String> oneOfEachKind() {
    return cluster().oneOfEachKind();
  }

  @ParameterizedTest
  @MethodSource("oneOfEachKind")
  void nothingAcknowledgedIsLostWhenOneProcessIsKilled(String process) throws Exception {
    survives(
        "one-" + process,
        () -> {
          cluster().kill(process);
          cluster().restart(process);
        });
  }

  @Test
  void nothingAcknowledgedIsLostWhenAllNodesAreKilled() throws Exception {
    String[] nodes =
        cluster().processes().stream()
            .filter(name -> name.startsWith("node"))
            .toArray(String[]::new);
    survives(
        "nodes",
        () -> {
          cluster().kill(nodes);
          cluster().restart(nodes);
        });
  }

  @Test
  void nothingAcknowledgedIsLostWhenAllProcessesAreKilled() throws Exception {
    survives(
        "all",
        () -> {
          cluster().kill(cluster().processes().toArray(String[]::new));
          cluster().hybridOn("restart", "--all").requireSuccess();
        });
  }
}
