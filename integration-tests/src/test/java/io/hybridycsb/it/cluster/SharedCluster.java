package io.hybridycsb.it.cluster;

import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The cluster that is up. It stays up for the next class that wants an equal one; any other class
 * has it removed first, so that each JVM of tests has one at a time. {@link ClusterOrder} brings
 * classes that want equal ones together.
 */
final class SharedCluster implements AutoCloseable {
  private Optional<LocalCluster> current = Optional.empty();

  private SharedCluster() {}

  /** The cluster of this JVM's tests; it is removed when the last has ended. */
  static SharedCluster of(ExtensionContext context) {
    return context
        .getStore(ExtensionContext.StoreScope.LAUNCHER_SESSION, ExtensionContext.Namespace.GLOBAL)
        .getOrComputeIfAbsent(
            SharedCluster.class, unused -> new SharedCluster(), SharedCluster.class);
  }

  /** Gives a class the cluster that it wants: the one that is up, or one that starts now. */
  void lend(LocalCluster wanted) throws IOException {
    if (current.filter(wanted::isLike).isPresent()) {
      wanted.takeOver(current.get());
      current = Optional.of(wanted);
    } else {
      close();
      current = Optional.of(wanted);
      wanted.begin();
    }
  }

  /** Takes back a class's cluster; one that no other class can use is removed. */
  void takeBack(LocalCluster lent) throws IOException {
    if (!lent.isReusable()) {
      close();
    }
  }

  /** Removes the cluster that is up, if there is one. */
  @Override
  public void close() throws IOException {
    Optional<LocalCluster> last = current;
    current = Optional.empty();
    if (last.isPresent()) {
      last.get().remove();
    }
  }
}
