package io.hybridycsb.harness.cluster;

import io.hybridycsb.harness.process.ProcessLauncher;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.programs.Home;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A cluster of one system, which each test starts, and of which it leaves nothing running. */
abstract class ClusterFixture {
  static final Duration TIMEOUT = Duration.ofMinutes(5);

  @TempDir Path root;
  final List<String> said = new CopyOnWriteArrayList<>();
  ClusterDirectory directory;
  Cluster cluster;

  abstract SystemDescription system();

  @BeforeEach
  final void create() {
    directory = ClusterDirectory.of(root, system().name());
    cluster = new Cluster(directory, new ProcessLauncher(), said::add);
  }

  @AfterEach
  final void stop() throws Exception {
    if (directory.load().isPresent()) {
      cluster.down(true);
    }
  }

  /** Starts it; without a number of nodes with as many as the system has by default. */
  final void up(Home home, Integer nodes, Map<String, String> settings, Duration timeout)
      throws Exception {
    cluster.up(
        system(),
        home,
        new Cluster.UpRequest(Optional.ofNullable(nodes), settings, Optional.empty(), timeout));
  }
}
