package io.hybridycsb.harness.results;

/** Names under which results hold what runs have counted; docs/experiments.md says what each is. */
public final class Counters {
  public static final String EARLIER_RUNS = "earlier runs on this cluster";
  public static final String CORES_BUSY = "cores busy";
  public static final String BLOCKS = "blocks decided";

  /** In all; of one role, its name follows after a comma. */
  public static final String STORED = "stored bytes per record";

  /** Names of what grows with the operations begin so. */
  public static final String KAFKA = "kafka ";

  public static final String KAFKA_WRITTEN = KAFKA + "records written";
  public static final String KAFKA_READ = KAFKA + "records read";
  public static final String KAFKA_BYTES_WRITTEN = KAFKA + "bytes written";
  public static final String KAFKA_BYTES_READ = KAFKA + "bytes read";

  /** Names of what a run has counted in which a process was killed begin so. */
  public static final String CRASH = "crash: ";

  /** Of the run's timeline, as that of the restart. */
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
