package io.hybridycsb.it.cluster;

import io.hybridycsb.harness.process.ProcessIdentity;
import io.hybridycsb.harness.process.ProcessUse;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * CPU time of all servers of this JVM's clusters, as far as it isn't in the time of the commands
 * that this JVM has waited for. That of a server which this JVM has started itself goes there when
 * it ends. A server that a command has started is nobody's child, so that its time is known only
 * while it runs: it is looked at before anything that may end it.
 */
final class ServersCpu {
  /** What a server had used when it was looked at last. */
  private record Sight(double seconds, boolean isChild) {}

  private static final Map<ProcessIdentity, Sight> LAST = new ConcurrentHashMap<>();

  private ServersCpu() {}

  /** Looks at servers; what one had used at its last sight stays when it has ended. */
  static void look(Collection<ProcessIdentity> servers) {
    for (ProcessIdentity process : servers) {
      process
          .use()
          .map(ProcessUse::cpuSeconds)
          .ifPresent(seconds -> LAST.put(process, new Sight(seconds, isChild(process))));
    }
  }

  private static boolean isChild(ProcessIdentity process) {
    return ProcessHandle.of(process.pid())
        .flatMap(ProcessHandle::parent)
        .filter(ProcessHandle.current()::equals)
        .isPresent();
  }

  /** Of all servers at their last sight. */
  static double seconds() {
    return LAST.entrySet().stream()
        .filter(server -> !server.getValue().isChild() || server.getKey().isAlive())
        .mapToDouble(server -> server.getValue().seconds())
        .sum();
  }
}
