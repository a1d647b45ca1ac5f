package io.hybridycsb.harness.results;

/** Names of the runs' counters in results; docs/experiments.md explains each. */
public final class Counters {
  public static final String EARLIER_RUNS = "earlier runs on this cluster";
  public static final String CORES_BUSY = "cores busy";
  public static final String BLOCKS = "blocks decided";

  /** The total; for one role, a comma and the role's name follow. */
  public static final String STORED = "stored bytes per record";

  /** The prefix of counters that grow with the operations. */
  public static final String KAFKA = "kafka ";

  public static final String KAFKA_WRITTEN = KAFKA + "records written";
  public static final String KAFKA_READ = KAFKA + "records read";
  public static final String KAFKA_BYTES_WRITTEN = KAFKA + "bytes written";
  public static final String KAFKA_BYTES_READ = KAFKA + "bytes read";

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
  public static final String LOST = CRASH + "acknowledged writes lost";
  public static final String UNREAD = CRASH + "records not read back";

  private Counters() {}
}
