package io.hybridycsb.harness.results;

/** Names of the runs' counters in results; docs/experiments.md explains each. */
public final class Counters {
  public static final String EARLIER_RUNS = "earlier runs on this cluster";

  /** The prefix of counters of the first run on a cluster, if its warm-up came to an end. */
  public static final String COLD = "cold start: ";

  public static final String COLD_SERVING = COLD + "seconds until it serves";
  public static final String COLD_LOADING = COLD + "seconds of the load";
  public static final String COLD_WARMING = COLD + "seconds of operations until steady";

  /** Of all processes, clients included, from the start until steady. */
  public static final String COLD_CPU = COLD + "CPU seconds until steady";

  /** Of the counted CPU time, in percent; only with a warm-up. */
  public static final String COMPILING = "CPU time of compilers in percent";

  /** From intended starts; of runs with a target that had a warm-up. */
  public static final String FIRST_THIRD = "median latency in ms: first third";

  /** As {@link #FIRST_THIRD}. */
  public static final String LAST_THIRD = "median latency in ms: last third";

  /** The prefix of the seconds that servers' timers saw, by operation and component. */
  public static final String COMPONENT = "component seconds: ";

  /**
   * The prefix of a transaction's mean time in a phase, as its client saw it; the phase follows.
   */
  public static final String PHASE_MS = "milliseconds to ";

  /** The prefix of the operations that servers' timers saw, by kind. */
  public static final String AT_SERVERS = "operations at servers: ";

  /** In runs whose writes are only accepted. */
  public static final String RECORDED = "writes recorded by servers";

  /** Between the two readings of that. */
  public static final String RECORDED_SECONDS = "seconds in which servers recorded them";

  /** The prefix of what proofs have cost in the whole run, by what they prove. */
  public static final String PROOFS = "proofs of ";

  /** Of a curve or a trace, while operations counted. */
  public static final String DUE = "operations due";

  public static final String DUE_LATE = "operations sent over a second late";

  public static final String CORES_BUSY = "cores busy";
  public static final String BLOCKS = "blocks decided";

  /** The mean number of writes in one of these blocks. */
  public static final String BLOCK_SIZE = "block size observed";

  /** The total; for one role, a comma and the role's name follow. */
  public static final String STORED = "stored bytes per record";

  /** The total, divided by the number of nodes. */
  public static final String STORED_BY_NODE = STORED + " by a node";

  /** On each node: the mean over the processes that have files of it. */
  public static final String STATE = "state bytes per record";

  /** As {@link #STATE}. */
  public static final String LEDGER = "ledger bytes per record";

  /** The prefix of counters that grow with the operations. */
  public static final String KAFKA = "kafka ";

  public static final String KAFKA_WRITTEN = KAFKA + "records written";
  public static final String KAFKA_READ = KAFKA + "records read";
  public static final String KAFKA_BYTES_WRITTEN = KAFKA + "bytes written";
  public static final String KAFKA_BYTES_READ = KAFKA + "bytes read";
  public static final String KAFKA_PRODUCES = KAFKA + "produce requests";
  public static final String KAFKA_FETCHES = KAFKA + "fetch requests";

  /** In both directions, over all nodes. */
  public static final String CLIENT_FRAMES = "client frames";

  /** Of all nodes. */
  public static final String REDIS_ROUND_TRIPS = "Redis round trips";

  /** On the Java heap. */
  public static final String ALLOCATED = "bytes allocated by nodes";

  /** The same of a JVM that nodes share with the broker and the timestamp oracle. */
  public static final String ALLOCATED_BY_SHARED_JVM = "bytes allocated by the shared JVM";

  /** The prefix of counters of a run in which a process was killed. */
  public static final String CRASH = "crash: ";

  /** The second in the run's timeline, as for the restart. */
  public static final String KILL_SECOND = CRASH + "second of the kill";

  public static final String RESTART_SECOND = CRASH + "second of the restart";
  public static final String SECONDS_DEAD = CRASH + "seconds dead";
  public static final String RESTART_TO_READY = CRASH + "seconds from restart until ready";
  public static final String KILL_TO_SERVICE = CRASH + "seconds from kill until service";
  public static final String RESTART_TO_SERVICE = CRASH + "seconds from restart until service";
  public static final String LONGEST_PAUSE = CRASH + "longest seconds without a write";
  public static final String WRITES_BEFORE = CRASH + "writes/s before";
  public static final String WRITES_WHILE_DEAD = CRASH + "writes/s while dead";
  public static final String WRITES_AFTER = CRASH + "writes/s after";
  public static final String ACKNOWLEDGED = CRASH + "acknowledged writes";

  /** As far as no later write has replaced them. */
  public static final String LOST = CRASH + "acknowledged writes lost";

  public static final String UNREAD = CRASH + "records not read back";

  /** Records whose histories break what the system promises. */
  public static final String BROKEN = CRASH + "records with a broken promise";

  /** Records on which the check of the promise was given up. */
  public static final String UNDECIDED = CRASH + "records undecided";

  private Counters() {}
}
