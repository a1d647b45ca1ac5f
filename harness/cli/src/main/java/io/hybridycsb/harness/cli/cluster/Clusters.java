package io.hybridycsb.harness.cli.cluster;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.cluster.Cluster;
import io.hybridycsb.harness.cluster.ClusterDirectory;
import io.hybridycsb.harness.cluster.ClusterState;
import io.hybridycsb.harness.cluster.Progress;
import io.hybridycsb.harness.files.Attempt;
import io.hybridycsb.harness.process.ProcessLauncher;
import java.nio.file.Path;
import java.util.List;

/** The clusters that the commands work on. */
final class Clusters {
  private Clusters() {}

  static Cluster of(String system, Progress progress) {
    return of(ClusterDirectory.of(ClusterDirectory.root(), system), progress);
  }

  static Cluster of(ClusterDirectory directory, Progress progress) {
    return new Cluster(directory, new ProcessLauncher(), progress);
  }

  /** All clusters, or the one of this system. */
  static List<ClusterDirectory> select(String system) {
    Path root = ClusterDirectory.root();
    if (system == null) {
      return ClusterDirectory.all(root);
    }
    ClusterDirectory directory = ClusterDirectory.of(root, system);
    if (directory.load().isEmpty()) {
      throw new HarnessException("no cluster of %s in %s".formatted(system, root));
    }
    return List.of(directory);
  }

  /** A command that a cluster's system has itself. */
  static List<String> command(ClusterState cluster, String verb) {
    List<String> command = cluster.commands().get(verb);
    if (command == null) {
      throw new HarnessException("%s has no command '%s'".formatted(cluster.system(), verb));
    }
    return command;
  }

  /** Runs a command on this terminal; returns its exit status. */
  static int run(List<String> command) throws InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    return Attempt.get("run " + command.get(0), builder::start).waitFor();
  }
}
