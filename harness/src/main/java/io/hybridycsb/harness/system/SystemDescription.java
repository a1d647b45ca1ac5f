package io.hybridycsb.harness.system;

import io.hybridycsb.harness.HarnessException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A system under test, as far as the harness knows it: which processes it consists of. To add a
 * system, implement this and name the class in the list of the registry.
 */
public interface SystemDescription {

  /** Its name, which is that of its YCSB binding. */
  String name();

  /** One line for lists. */
  String description();

  /** What {@code --set} takes. */
  List<SystemOption> options();

  /** What {@code --nodes} may be, at least. */
  default int nodesMin() {
    return 1;
  }

  /** How many nodes there are where {@code --nodes} isn't given. */
  default int nodesDefault() {
    return 4;
  }

  /** How many records {@code quickstart} loads where {@code --records} isn't given. */
  default long quickstartRecords() {
    return 10_000;
  }

  /** How many operations {@code quickstart} runs where {@code --operations} isn't given. */
  default long quickstartOperations() {
    return 100_000;
  }

  /** How many threads a quickstart's client has unless told. */
  default int quickstartThreads() {
    return 64;
  }

  /**
   * How writes are acknowledged in a run with these YCSB properties: {@code sync} when they are
   * committed, {@code async} when they are accepted, or what the system's own property says: {@code
   * block}, {@code depth:K} or {@code pool} of BlockchainDB.
   */
  default String commitMode(Map<String, String> ycsbProperties) {
    return "sync";
  }

  /**
   * Whether outcomes of writes stay unknown even where nothing fails, as between writers of one
   * record.
   */
  default boolean leavesOutcomesUnknown() {
    return false;
  }

  /** How fast it may be thought to be, for plans of experiments. */
  default Pace pace() {
    return new Pace(15, 200, 1_000);
  }

  /**
   * Which of its processes is which component, unless its nodes have timers for their components:
   * those are among their metrics, on a port whose use ends in {@code -metrics}.
   */
  default Optional<Components> components() {
    return Optional.empty();
  }

  /** What its nodes' metrics call the number of blocks that they have decided, if they do. */
  default Optional<String> blocksMetric() {
    return Optional.empty();
  }

  /** Why nothing can be put between its nodes; empty if something can. */
  default Optional<String> whyNoNetwork() {
    return Optional.empty();
  }

  /**
   * The processes of a cluster and the files they read.
   *
   * <p>Called once more whenever a cluster that was stopped is started again, with the same ports:
   * it must then answer the same plan but for options that were changed, and never replace a key.
   */
  ClusterPlan plan(PlanContext context);

  /** How the files of clusters are made whose processes others start; empty if they aren't. */
  default Optional<Keygen> keygen() {
    return Optional.empty();
  }

  /**
   * How to start a node of the running cluster as if it were new: without its data, but with its
   * keys. Nothing is changed yet.
   *
   * @param process the node, or what belongs to it
   * @throws HarnessException if the others can't bring it up, or the system has no way to
   */
  default FreshStart freshStart(PlanContext context, String process) {
    throw new HarnessException("%s has no --fresh".formatted(name()));
  }
}
