package io.hybridycsb.harness.bench;

import io.hybridycsb.harness.cluster.Cluster;
import io.hybridycsb.harness.cluster.ClusterDirectory;
import io.hybridycsb.harness.cluster.Progress;
import io.hybridycsb.harness.process.ProcessLauncher;
import java.nio.file.Path;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** Removes the clusters of a command, and remembers those that could not be removed. */
final class Removal {
  private static final String NOT_REMOVED = "a cluster could not be removed: ";

  private final Progress progress;
  private final SortedMap<String, String> failures = new TreeMap<>();

  Removal(Progress progress) {
    this.progress = progress;
  }

  /** Removes the clusters that an earlier command has left in a directory. */
  void leftOvers(Path clusters) throws InterruptedException {
    for (ClusterDirectory left : ClusterDirectory.all(clusters)) {
      progress.say("removing a cluster that an earlier command has left: " + left.path());
      new Cluster(left, new ProcessLauncher(), progress).down(true);
    }
  }

  void remove(BenchCluster cluster) throws InterruptedException {
    String failure = Failure.of(cluster::remove).reason();
    if (failure.isEmpty()) {
      failures.remove(cluster.system().name());
    } else {
      progress.say("  warning: " + NOT_REMOVED + failure);
      failures.put(cluster.system().name(), failure);
    }
  }

  /** Removes the cluster even if interrupted, so that none of its processes goes on. */
  void beforeTheEnd(BenchCluster cluster) throws InterruptedException {
    try {
      remove(cluster);
    } catch (InterruptedException e) {
      remove(cluster);
      throw e;
    }
  }

  /** A system's new cluster has taken the place of what was left of the one before. */
  void replaced(String system) {
    failures.remove(system);
  }

  /** Why a system's cluster couldn't be removed after its runs, by system. */
  SortedMap<String, String> failures() {
    return Collections.unmodifiableSortedMap(failures);
  }

  /** Tells of the clusters that are left behind; returns whether there are none. */
  boolean wasWhole() {
    failures.forEach(
        (system, failure) ->
            progress.say(
                "warning: %s%s: %s; the same command tries again"
                    .formatted(NOT_REMOVED, system, failure)));
    return failures.isEmpty();
  }
}
