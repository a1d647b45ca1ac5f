package io.hybridycsb.harness.system;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.recorded.RecordedWrites;
import io.hybridycsb.harness.recorded.Servers;
import io.hybridycsb.settings.Property;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A system under test, described by its processes. A new system implements this, and names its
 * class in its jar's list of services.
 */
public interface SystemDescription {

  /** Its name, which is also its YCSB binding's. */
  String name();

  /** What its file says that is the same for all its clusters. */
  default SystemData data() {
    return SystemData.of(this);
  }

  /** The options of {@code --set}. */
  List<Property<?>> options();

  /**
   * The options of a quickstart's cluster.
   *
   * @param set what the user has set, which stays as it is
   */
  default Map<String, String> quickstartOptions(Map<String, String> set) {
    return set;
  }

  /**
   * What it promises of reads of single records, also while processes are killed and restarted.
   *
   * @param cluster the cluster's settings
   * @param ycsbProperties of the clients
   * @return empty if these settings promise no model: not even that a read shows what was there at
   *     one instant of one order of the writes
   */
  Optional<Model> promisedModel(Settings cluster, Map<String, String> ycsbProperties);

  /** How writes are acknowledged in a run with these YCSB properties. */
  default String commitMode(Map<String, String> ycsbProperties) {
    return data().answers().commitMode().of(ycsbProperties);
  }

  /** How many writes its servers have recorded; empty if none of them tells. */
  default Optional<RecordedWrites> recordedWrites(Servers servers) {
    return Optional.empty();
  }

  /** Why no proxies can be put between its nodes; empty if they can. */
  default Optional<String> whyNoNetwork() {
    return data().nodes().max() == 1 ? Optional.of("it has one node") : Optional.empty();
  }

  /**
   * The processes of a cluster and the files they read.
   *
   * <p>Called again, with the same ports, whenever a stopped cluster is started: apart from changed
   * options, it must then return the same plan, and never replace a key.
   */
  ClusterPlan plan(PlanContext context);

  /** How {@code keygen} makes its files; empty if it can't. */
  default Optional<Keygen> keygen() {
    return Optional.empty();
  }

  /**
   * How to start a node of the running cluster as if it were new: without its data, but with its
   * keys. The call itself changes nothing.
   *
   * @param process the node, or a process that belongs to it
   * @throws HarnessException if the other nodes can't bring it up, or the system doesn't support it
   */
  default FreshStart freshStart(PlanContext context, String process) {
    throw new HarnessException("%s has no --fresh".formatted(name()));
  }
}
