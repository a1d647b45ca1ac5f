package io.hybridycsb.it.cluster;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.cluster.Cluster;
import io.hybridycsb.harness.cluster.Cluster.UpRequest;
import io.hybridycsb.harness.cluster.ClusterDirectory;
import io.hybridycsb.harness.process.ProcessLauncher;
import io.hybridycsb.harness.system.programs.Home;
import io.hybridycsb.harness.system.registry.Systems;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Handles a cluster as {@code bin/hybrid} does, by the same classes, but in this JVM: a command
 * would start one each time.
 *
 * @param root the directory of all run directories
 */
record ClusterInProcess(Path home, Path root, String system) {
  /** An action on the cluster. */
  private interface Action {
    void on(Cluster cluster) throws InterruptedException;
  }

  /** Starts a new cluster, or a stopped one with its data; returns when it serves. */
  void up(int nodes, Map<String, String> settings, Duration timeout) {
    UpRequest request = new UpRequest(Optional.of(nodes), settings, Optional.empty(), timeout);
    act("up", cluster -> cluster.up(Systems.byName(system), new Home(home), request));
  }

  /** Stops the cluster; with {@code purge}, removes its data as well. */
  void down(boolean purge) {
    act("down", cluster -> cluster.down(purge));
  }

  /** Ends processes by SIGKILL. */
  void kill(List<String> names) {
    act("kill", cluster -> cluster.kill(names));
  }

  /** Starts processes again; returns when they serve. */
  void restart(List<String> names, Duration timeout) {
    act("restart", cluster -> cluster.restart(names, timeout));
  }

  /** The beginning of the command line of a system's own command, such as {@code get}. */
  List<String> command(String verb) {
    return directory().load().orElseThrow().commands().get(verb);
  }

  private ClusterDirectory directory() {
    return ClusterDirectory.of(root, system);
  }

  /** Fails the test, with all that the harness has said, if the action fails. */
  private void act(String name, Action action) {
    List<String> said = new ArrayList<>();
    try {
      action.on(new Cluster(directory(), new ProcessLauncher(), said::add));
    } catch (HarnessException e) {
      throw new AssertionError(
          "%s of %s failed: %s%n%s"
              .formatted(name, system, e.getMessage(), String.join("\n", said)),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted during %s of %s".formatted(name, system), e);
    }
  }
}
