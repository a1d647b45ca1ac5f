package io.hybridycsb.harness.system;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.recorded.RecordedWrites;
import io.hybridycsb.harness.recorded.Servers;
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

  /** One line for lists. */
  String description();

  /** What its file says: its place in lists, and what experiments mean to it. */
  default SystemData data() {
    return SystemData.of(this);
  }

  /** The options of {@code --set}. */
  List<SystemOption> options();

  /** The minimum of {@code --nodes}. */
  default int nodesMin() {
    return 1;
  }

  /** The maximum of {@code --nodes}; 1 for what isn't replicated. */
  default int nodesMax() {
    return Integer.MAX_VALUE;
  }

  /** {@link #nodesMax} in words, for messages. */
  default String nodesAtMost() {
    return nodesMax() == 1 ? "1 node, since nothing is replicated" : nodesMax() + " nodes at most";
  }

  /** The number of nodes if {@code --nodes} isn't given. */
  default int nodesDefault() {
    return 4;
  }

  /** The number of records if {@code --records} of {@code quickstart} isn't given. */
  default long quickstartRecords() {
    return 10_000;
  }

  /** The number of a quickstart's client threads, unless given. */
  default int quickstartThreads() {
    return 64;
  }

  /**
   * The options of a quickstart's cluster.
   *
   * @param set what the user has set, which stays as it is
   */
  default Map<String, String> quickstartOptions(Map<String, String> set) {
    return set;
  }

  /**
   * How writes are acknowledged in a run with these YCSB properties. {@code sync} is when they are
   * committed, {@code async} when they are accepted. BlockchainDB has {@code block}, {@code
   * depth:K} or {@code pool}, the value of its own property.
   */
  default String commitMode(Map<String, String> ycsbProperties) {
    return "sync";
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

  /** Whether each row of a scan was there at an instant before the scan's answer. */
  default boolean promisesCommittedScans() {
    return true;
  }

  /**
   * Whether outcomes of writes may stay unknown even without failures, as with several writers of
   * one record.
   */
  default boolean leavesOutcomesUnknown() {
    return false;
  }

  /** Whether its {@code get} can tell what a record was at an earlier height. */
  default boolean keepsHistory() {
    return false;
  }

  /** Its expected speed, for plans of experiments. */
  default Pace pace() {
    return new Pace(15, 200, 1_000);
  }

  /**
   * The components of its processes; empty if its nodes time their components themselves, in
   * metrics on a port whose use ends in {@code -metrics}.
   */
  default Optional<Components> components() {
    return Optional.empty();
  }

  /** The files that hold only state, or only ledger; empty if these can't be told apart. */
  default List<StoredPart> storedParts() {
    return List.of();
  }

  /** The name of the metric that counts decided blocks, if its nodes have one. */
  default Optional<String> blocksMetric() {
    return Optional.empty();
  }

  /** Whether a node may show blocks of some chains only, so that all nodes must be asked. */
  default boolean blocksAreSpread() {
    return false;
  }

  /** How many writes its servers have recorded; empty if none of them tells. */
  default Optional<RecordedWrites> recordedWrites(Servers servers) {
    return Optional.empty();
  }

  /** Why no proxies can be put between its nodes; empty if they can. */
  default Optional<String> whyNoNetwork() {
    return Optional.empty();
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
