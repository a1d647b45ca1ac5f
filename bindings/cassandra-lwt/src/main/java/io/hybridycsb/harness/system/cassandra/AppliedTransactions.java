package io.hybridycsb.harness.system.cassandra;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import io.hybridycsb.harness.recorded.RecordedWrites;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * The lightweight transactions that each node has coordinated and that were applied, by Cassandra's
 * own counters: all, less those whose condition wasn't met or whose outcome the node doesn't know.
 *
 * @param pids of the running nodes' processes, by name
 */
record AppliedTransactions(Supplier<SortedMap<String, Long>> pids) implements RecordedWrites {
  private static final String COUNTERS =
      "org.apache.cassandra.metrics:type=ClientRequest,scope=CASWrite,name=";
  private static final String ALL = "Latency";
  private static final List<String> NOT_APPLIED =
      List.of("ConditionNotMet", "UnknownResult", "Timeouts", "Failures", "Unavailables");

  @Override
  public Kept kept() {
    return Kept.BY_ONE_SINCE_START;
  }

  @Override
  public String what() {
    return "applied lightweight transactions";
  }

  @Override
  public SortedMap<String, Long> read() throws IOException {
    SortedMap<String, Long> counts = new TreeMap<>();
    for (Map.Entry<String, Long> process : pids.get().entrySet()) {
      if (CassandraLwtSystem.isNode(process.getKey())) {
        counts.put(process.getKey(), applied(process.getValue()));
      }
    }
    return counts;
  }

  // The other end is a process of this user, on this machine.
  @SuppressWarnings("BanJNDI")
  private static long applied(long pid) throws IOException {
    try (JMXConnector connector = JMXConnectorFactory.connect(new JMXServiceURL(agent(pid)))) {
      MBeanServerConnection beans = connector.getMBeanServerConnection();
      long applied = count(beans, ALL);
      for (String counter : NOT_APPLIED) {
        applied -= count(beans, counter);
      }
      return applied;
    } catch (InstanceNotFoundException e) {
      return 0; // the node makes its counters with its first request
    } catch (JMException e) {
      throw new IOException("process %d has no such counter: %s".formatted(pid, e), e);
    }
  }

  /** The address of the agent for management in that process, which this starts if it must. */
  private static String agent(long pid) throws IOException {
    try {
      VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
      try {
        return machine.startLocalManagementAgent();
      } finally {
        machine.detach();
      }
    } catch (AttachNotSupportedException e) {
      throw new IOException("cannot attach to process %d: %s".formatted(pid, e.getMessage()), e);
    }
  }

  private static long count(MBeanServerConnection beans, String counter)
      throws IOException, JMException {
    return ((Number) beans.getAttribute(new ObjectName(COUNTERS + counter), "Count")).longValue();
  }
}
