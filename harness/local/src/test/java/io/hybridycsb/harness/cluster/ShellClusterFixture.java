package io.hybridycsb.harness.cluster;

import io.hybridycsb.harness.cluster.ProcessStatus.State;
import io.hybridycsb.harness.process.ProcessIdentity;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.programs.Home;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A cluster of {@link ShellSystem}. */
abstract class ShellClusterFixture extends ClusterFixture {
  static final Duration ENOUGH = Duration.ofSeconds(60);

  @Override
  SystemDescription system() {
    return new ShellSystem();
  }

  void up(Integer nodes, Map<String, String> settings, Duration timeout) throws Exception {
    up(new Home(root), nodes, settings, timeout);
  }

  void up() throws Exception {
    up(2, Map.of(), ENOUGH);
  }

  Map<String, ProcessIdentity> started() {
    return cluster.existing().started();
  }

  List<State> states() {
    return cluster.status().stream().map(ProcessStatus::state).toList();
  }
}
