package io.hybridycsb.it.cluster;

import io.hybridycsb.harness.process.ProcStat;
import io.hybridycsb.testtimes.ClassUse;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Records what each class has used, for the table at the end of a build. JUnit calls it before and
 * after all that a class registers itself. So a cluster's start counts for the class that needs it
 * first. Its removal counts for the class that needs another one.
 */
public final class ClassUseRecorder implements BeforeAllCallback, AfterAllCallback {
  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(ClassUseRecorder.class);
  private static final Path TARGET = Path.of("target");

  /** What has been used in this JVM until a moment. */
  private record Seen(double processes, double servers) {
    static Optional<Seen> now() {
      return ProcStat.read(ProcessHandle.current().pid())
          .map(stat -> new Seen(stat.use().cpuSeconds(), ServersCpu.seconds()));
    }

    ClassUse.Used since(Seen before) {
      return new ClassUse.Used(processes - before.processes, servers - before.servers);
    }
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    Seen.now().ifPresent(seen -> context.getStore(NAMESPACE).put(Seen.class, seen));
  }

  @Override
  public void afterAll(ExtensionContext context) {
    Class<?> test = context.getRequiredTestClass();
    boolean countsForTheOneAround =
        test.getEnclosingClass() != null && ClusterOrder.clusterOf(test).isEmpty();
    if (countsForTheOneAround || ClusterOrder.hasNestedClusters(test)) {
      return;
    }
    Optional<Seen> before =
        Optional.ofNullable(context.getStore(NAMESPACE).get(Seen.class, Seen.class));
    new ClassUse(
            ClusterOrder.clusterOf(test).map(LocalCluster::system),
            before.flatMap(seen -> Seen.now().map(now -> now.since(seen))))
        .write(TARGET, test.getName());
  }
}
