package io.hybridycsb.harness.bench.plan;

import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.bench.load.LoadCurve;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.regex.Pattern;

/**
 * How clients run.
 *
 * @param processes client processes
 * @param hosts where the processes run, in words; empty for this machine
 * @param threads of all processes together
 * @param workload the file's name in workloads/, or the path of one that is elsewhere
 * @param properties of YCSB
 * @param fault the fault during the run, if any
 */
public record RunSettings(
    int processes,
    String hosts,
    int threads,
    Rate rate,
    String workload,
    SortedMap<String, String> properties,
    Length length,
    Optional<Fault> fault) {
  /** A property of the workload that replays a trace. */
  public static final String TRACE = "trace.file";

  private static final String TARGET = "target";

  /** A target that is a share of the highest rate that a closed loop reaches. */
  private static final Pattern SHARE = Pattern.compile("[1-9][0-9]{0,2}%");

  /** A property of all bindings. */
  private static final String PROCESSING = "hybrid.processing.ms";

  /** Properties of our workloads of transactions. */
  private static final String VERIFY = "transaction.verify";

  static final String BATCH = "transaction.batch";

  /** The constant of zipfian keys that is another than YCSB's own; a property of bin/ycsb. */
  public static final String CONSTANT = "zipfian.constant";

  /**
   * How many operations are offered.
   *
   * @param target operations per second by all processes together; empty for a closed loop, and as
   *     long as only the share is known
   * @param share the target in percent of the highest rate that a closed loop of the same work
   *     reaches; empty if it is given as a rate, and for a closed loop
   * @param curve if the rate changes: how, or as which shares of the target
   */
  public record Rate(OptionalLong target, OptionalInt share, Optional<LoadCurve> curve) {
    /** As many as are answered. */
    public static final Rate CLOSED_LOOP =
        new Rate(OptionalLong.empty(), OptionalInt.empty(), Optional.empty());

    /** The curve in operations per second; only where the target is known that it may take. */
    public Optional<LoadCurve> rates() {
      return curve.map(shape -> shape.ofShares() ? shape.times(target.orElseThrow()) : shape);
    }
  }

  /**
   * How long clients run.
   *
   * @param operations counted operations of all processes together, after which a run ends
   * @param seconds counted seconds after which a run ends, even if operations are left; 0 for never
   * @param warmUp the part of the run before the counted one
   * @param timeoutSeconds after which a run, or a section of one, has failed
   * @param sections in which it is done one after the other
   */
  public record Length(
      long operations, long seconds, WarmUp warmUp, long timeoutSeconds, Sections sections) {
    /** Of a run that is done at once. */
    public Length(long operations, long seconds, WarmUp warmUp, long timeoutSeconds) {
      this(operations, seconds, warmUp, timeoutSeconds, Sections.ONE);
    }
  }

  /**
   * The sections of a long run.
   *
   * @param count how many; each has the run's operations and seconds
   * @param restarted the process that is killed and started again between them; empty for none
   */
  public record Sections(int count, String restarted) {
    /** A run that is done at once. */
    public static final Sections ONE = new Sections(1, "");
  }

  /**
   * The first part of a run, which isn't counted.
   *
   * @param found whether its end is found by watching the run; otherwise it lasts {@code seconds}
   * @param seconds its length, or if it is found, the longest that it may become; 0: there is none
   */
  public record WarmUp(boolean found, long seconds) {
    private static final long NEW_CLUSTER_TIMES = 3;

    /** The setting's value for a warm-up whose end is found. */
    public static final String AUTO = "auto";

    /** As the first run on a new cluster has it: the servers warm up with the clients. */
    public WarmUp onNewCluster() {
      return found ? new WarmUp(true, NEW_CLUSTER_TIMES * seconds) : this;
    }

    /** The setting with which a new cluster's first run warms up for so long at most. */
    public static long beforeNewCluster(long seconds) {
      return Math.max(1, seconds / NEW_CLUSTER_TIMES);
    }

    /** Whether a run has such a part. */
    public boolean exists() {
      return seconds > 0;
    }

    /** As an experiment's file spells it: auto, or the seconds. */
    public String spelled() {
      return found ? AUTO : Long.toString(seconds);
    }

    static WarmUp read(String experiment, FileSettings tree) {
      String length = tree.text("warm-up", WarmUp.AUTO);
      if (length.equals(WarmUp.AUTO)) {
        return new WarmUp(true, tree.number("warm-up-max", 120, 1));
      }
      if (!length.matches("[0-9]{1,6}")) {
        throw new UsageException(
            "%s: warm-up is auto or a number of seconds, not '%s'".formatted(experiment, length));
      }
      return new WarmUp(false, Long.parseLong(length));
    }
  }

  /**
   * A fault during the measured operations: a process is killed, and started again.
   *
   * @param process its name
   * @param killAfterSeconds from the start of the clients
   * @param restartAfterSeconds from the kill
   */
  public record Fault(String process, long killAfterSeconds, long restartAfterSeconds) {
    @Override
    public String toString() {
      return "kill %s after %d s, restart it after %d s more"
          .formatted(process, killAfterSeconds, restartAfterSeconds);
    }

    static Optional<Fault> read(FileSettings tree) {
      String process = tree.text("kill", "");
      return process.isEmpty()
          ? Optional.empty()
          : Optional.of(
              new Fault(
                  process,
                  tree.number("kill-after-s", 20, 1),
                  tree.number("restart-after-s", 10, 1)));
    }
  }

  /**
   * Reads how clients run.
   *
   * @param experiment its name, for messages
   * @param given properties of YCSB
   */
  static RunSettings read(
      String experiment, FileSettings tree, WorkloadFile file, SortedMap<String, String> given) {
    String workload = file.name();
    SortedMap<String, String> properties = WorkloadProperties.of(experiment, tree, file, given);
    long processingMs = tree.number("processing-ms", 0, 0);
    if (processingMs > 0) {
      properties.put(PROCESSING, Long.toString(processingMs));
    }
    int processes = (int) tree.number("client-processes", 1, 1);
    int threads = (int) tree.number("clients", 256, 1);
    if (threads % processes != 0) {
      throw new UsageException(
          "%s: %d clients don't divide into %d processes"
              .formatted(experiment, threads, processes));
    }
    if (processes > 1 && inserts(properties)) {
      throw new UsageException(
          "%s: %s inserts, which several processes would do with the same keys"
              .formatted(experiment, workload));
    }
    if (processes > 1 && file.isOfTransactions()) {
      // Each would take what the others change for wrong.
      properties.putIfAbsent(VERIFY, "false");
    }
    Optional<Fault> fault = Fault.read(tree);
    if (fault.isPresent() && file.isOfTransactions()) {
      requireVerification(experiment, file, properties);
    }
    if (fault.isPresent() && properties.getOrDefault("dataintegrity", "").equals("true")) {
      throw new UsageException(
          "%s: with dataintegrity all values of a field are equal, so lost writes can't be counted;"
                  .formatted(experiment)
              + " leave out dataintegrity or kill");
    }
    Rate rate = LoadSettings.rate(experiment, tree, rate(tree, processes), share(tree));
    if (file.isTrace()) {
      properties.put(TRACE, LoadSettings.trace(experiment, tree, rate));
    }
    Length asked =
        new Length(
            tree.number("operations", 100_000, processes),
            tree.number("seconds", 0, 0),
            WarmUp.read(experiment, tree),
            tree.number("timeout-s", 900, 1),
            LoadSettings.sections(experiment, tree, fault));
    return new RunSettings(
        processes,
        "",
        rate.target().isPresent() && rate.curve().isEmpty()
            ? RunSettings.paced(threads, processes, rate.target().getAsLong())
            : threads,
        rate,
        workload,
        properties,
        file.isTrace() ? LoadSettings.ofTrace(asked) : LoadSettings.length(asked, rate),
        fault);
  }

  /** After a kill, transactions are checked by their workload's invariant. */
  private static void requireVerification(
      String experiment, WorkloadFile file, SortedMap<String, String> properties) {
    if (!file.hasInvariant()) {
      throw new UsageException(
          "%s: lost writes can't be counted in %s, so leave out kill"
              .formatted(experiment, file.name()));
    }
    String byFile = file.properties().getProperty(VERIFY, "true");
    if (properties.getOrDefault(VERIFY, byFile).equals("false")) {
      throw new UsageException(
          "%s: with kill, %s has to verify what is left, which it does in one client process;"
                  .formatted(experiment, file.name())
              + " leave out client-processes and transaction.verify=false, or kill");
    }
  }

  /** The rate that a setting asks for; empty for a closed loop, and for a share of a capacity. */
  private static OptionalLong rate(FileSettings tree, int processes) {
    return isShare(tree.text(TARGET, "")) ? OptionalLong.empty() : tree.number(TARGET, processes);
  }

  private static OptionalInt share(FileSettings tree) {
    String target = tree.text(TARGET, "");
    return isShare(target)
        ? OptionalInt.of(Integer.parseInt(target.substring(0, target.length() - 1)))
        : OptionalInt.empty();
  }

  /** Whether a target is a share of a capacity. */
  static boolean isShare(String target) {
    return SHARE.matcher(target).matches();
  }

  /** Whether the run adds records to the loaded ones. */
  public boolean inserts() {
    return inserts(properties);
  }

  static boolean inserts(SortedMap<String, String> properties) {
    return WorkloadFile.isPositive(properties.getOrDefault(WorkloadFile.INSERTS, "0"));
  }

  /**
   * Whether the run reads records that it has itself inserted. If not, further runs on its records
   * can insert others.
   */
  boolean readsInserts(WorkloadFile file) {
    return inserts()
        && (file.inserts() || !properties.get(WorkloadFile.DISTRIBUTION).equals("uniform"));
  }

  /** How many transactions a client hands over together; 1 where each is handed over alone. */
  public long batch() {
    String batch = properties.getOrDefault(BATCH, "1");
    return batch.matches("[0-9]{1,9}") ? Math.max(1, Long.parseLong(batch)) : 1;
  }

  /** Whether a process is killed. */
  boolean kills() {
    return fault.isPresent() || !length.sections().restarted().isEmpty();
  }

  /** Clients that run as fast as they can. */
  public boolean isClosedLoop() {
    return rate.equals(Rate.CLOSED_LOOP) && !isTrace();
  }

  /** Clients that replay what was recorded, to its end. */
  public boolean isTrace() {
    return properties.containsKey(TRACE);
  }

  /** Whether it is known how many operations per second are offered, if that matters. */
  public boolean hasRate() {
    return rate.target.isPresent() || rate.share.isEmpty();
  }

  /** How many clients run as fast as they can; 0 at a given rate. */
  public int intensity() {
    return isClosedLoop() ? threads : 0;
  }

  /** Whether they do the same operations, however many of them at a time. */
  public boolean sameWork(RunSettings other) {
    return workload.equals(other.workload)
        && properties.equals(other.properties)
        && fault.equals(other.fault);
  }

  /** The same at a rate, by no more threads than have an operation to send every two seconds. */
  public RunSettings at(long perSecond) {
    return new RunSettings(
        processes,
        hosts,
        rate.curve.isPresent() ? threads : paced(threads, processes, perSecond),
        new Rate(OptionalLong.of(perSecond), rate.share, rate.curve),
        workload,
        properties,
        length,
        fault);
  }

  /**
   * The same by other processes.
   *
   * @param where they run, in words
   */
  RunSettings onHosts(String where, int count) {
    if (isTrace()) {
      throw new UsageException("a trace is replayed by clients on this machine, not by " + where);
    }
    return new RunSettings(
        count,
        where,
        rate.target.isPresent() && rate.curve.isEmpty()
            ? paced(threads, count, rate.target.getAsLong())
            : threads,
        rate,
        workload,
        properties,
        new Length(
            Math.max(length.operations, count),
            length.seconds,
            length.warmUp,
            length.timeoutSeconds,
            length.sections),
        fault);
  }

  /** YCSB keeps a thread's pause as an int of nanoseconds, and one with a longer pause ends. */
  static int paced(int threads, int processes, long perSecond) {
    return (int) Math.min(threads, 2 * Math.max(1, perSecond / processes) * processes);
  }
}
