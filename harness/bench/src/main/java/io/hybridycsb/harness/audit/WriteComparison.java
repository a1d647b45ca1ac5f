package io.hybridycsb.harness.audit;

import io.hybridycsb.harness.CorrectnessException;
import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.check.history.WriteEffect;
import io.hybridycsb.harness.process.Deadline;
import io.hybridycsb.harness.recorded.RecordedWrites;
import io.hybridycsb.harness.recorded.RecordedWrites.Kept;
import io.hybridycsb.harness.results.RunResult.Recorded;
import io.hybridycsb.harness.results.YcsbReport;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongPredicate;

/**
 * Compares how many writes clients were told of with how many servers have recorded, from a
 * cluster's start on. Nobody else may write to the cluster. What was written isn't compared: one
 * write that is lost and another that is there twice add up.
 */
public final class WriteComparison {
  /** A server that is behind has so long to record what another one has acknowledged. */
  private static final Duration BEHIND_MAX = Duration.ofSeconds(30);

  /** Writes that were only accepted have so long to be recorded too. */
  private static final Duration SETTLING = Duration.ofSeconds(2);

  private static final long PAUSE_MS = 100;

  private static final String TRANSACTIONS =
      "some transactions only read, and their clients don't tell which";

  private final Optional<RecordedWrites> source;
  private final String withoutSource;
  private final SortedMap<String, Long> before;
  private final Duration behindMax;
  private final Duration settling;
  private Outcomes told = Outcomes.NOTHING;
  private boolean transactions;

  private WriteComparison(
      Optional<RecordedWrites> source,
      String withoutSource,
      SortedMap<String, Long> before,
      Duration behindMax,
      Duration settling) {
    this.source = source;
    this.withoutSource = withoutSource;
    this.before = before;
    this.behindMax = behindMax;
    this.settling = settling;
  }

  /**
   * Begins, before the first write.
   *
   * @param source empty if no server tells of its writes
   * @throws HarnessException if a server can't be asked
   */
  public static WriteComparison begin(Optional<RecordedWrites> source) throws InterruptedException {
    return begin(source, BEHIND_MAX, SETTLING);
  }

  /** For servers that can't be asked: adds up only what clients are told. */
  public static WriteComparison without(String why) {
    return new WriteComparison(Optional.empty(), why, new TreeMap<>(), BEHIND_MAX, SETTLING);
  }

  static WriteComparison begin(
      Optional<RecordedWrites> source, Duration behindMax, Duration settling)
      throws InterruptedException {
    try {
      SortedMap<String, Long> before = source.isPresent() ? source.get().read() : new TreeMap<>();
      String without = "no server tells how many writes it has recorded";
      return new WriteComparison(source, without, before, behindMax, settling);
    } catch (IOException e) {
      throw new HarnessException(cannotRead(e), e);
    }
  }

  private static String cannotRead(IOException e) {
    return "the servers' counts of recorded writes cannot be read: " + e.getMessage();
  }

  /**
   * Adds what clients have printed at their end.
   *
   * @param onlyAccepted whether OK doesn't promise a commit
   */
  public void add(Collection<YcsbReport> reports, boolean onlyAccepted) {
    told = told.plus(Outcomes.by(reports, onlyAccepted));
    transactions |=
        reports.stream().anyMatch(each -> each.statuses().containsKey(YcsbReport.TRANSACTION));
  }

  /**
   * Compares, and waits for servers that are behind.
   *
   * @param restarted the processes that were killed since the beginning
   * @throws CorrectnessException if the servers have recorded another number of writes than clients
   *     were told of
   * @throws HarnessException if they can't be asked
   */
  public Recorded compare(Set<String> restarted) throws InterruptedException {
    if (source.isEmpty()) {
      return notCompared(withoutSource);
    }
    if (transactions) {
      return notCompared(TRANSACTIONS);
    }
    RecordedWrites servers = source.get();
    SortedSet<String> anew = new TreeSet<>();
    if (servers.kept() != Kept.BY_ALL_FOREVER) {
      before.keySet().stream().filter(restarted::contains).forEach(anew::add);
    }
    boolean incomplete = servers.kept() == Kept.BY_ONE_SINCE_START && !anew.isEmpty();
    if (incomplete || anew.containsAll(before.keySet())) {
      return notCompared("counters started again in " + String.join(", ", anew));
    }
    SortedMap<String, Long> recorded = await(servers, anew, behindMax, told::allows);
    if (told.undecided() > 0) {
      recorded = await(servers, anew, settling, count -> count == told.most());
    }
    requireAllowed(recorded, servers.what());
    return new Recorded(servers.what(), told.acknowledged(), told.undecided(), recorded, "", "");
  }

  private Recorded notCompared(String why) {
    return new Recorded("", told.acknowledged(), told.undecided(), new TreeMap<>(), why, "");
  }

  /** The counts as soon as all of them are as wanted, or else those at the end of the time. */
  private SortedMap<String, Long> await(
      RecordedWrites servers, Set<String> without, Duration timeout, LongPredicate wanted)
      throws InterruptedException {
    Deadline deadline = Deadline.after(timeout);
    while (true) {
      boolean last = deadline.passed();
      try {
        SortedMap<String, Long> counts = sinceBegin(servers, without);
        // A count never falls, so waiting doesn't help one that is too high.
        boolean tooMany = counts.values().stream().anyMatch(count -> count > told.most());
        if (last || tooMany || counts.values().stream().allMatch(wanted::test)) {
          return counts;
        }
      } catch (IOException e) {
        if (last) {
          throw new HarnessException(cannotRead(e), e);
        }
      }
      Thread.sleep(Math.min(PAUSE_MS, Math.max(1, deadline.remainingMs())));
    }
  }

  /** By server; or the sum of all, where each tells of its own writes. */
  private SortedMap<String, Long> sinceBegin(RecordedWrites servers, Set<String> without)
      throws IOException, InterruptedException {
    SortedMap<String, Long> counts = servers.read();
    counts.keySet().removeAll(without);
    counts.replaceAll((server, now) -> now - before.getOrDefault(server, 0L));
    if (servers.kept() != Kept.BY_ONE_SINCE_START) {
      return counts;
    }
    SortedMap<String, Long> sum = new TreeMap<>();
    sum.put(
        String.join("+", counts.keySet()),
        counts.values().stream().mapToLong(Long::longValue).sum());
    return sum;
  }

  private void requireAllowed(SortedMap<String, Long> recorded, String what) {
    if (!recorded.values().stream().allMatch(told::allows)) {
      throw new CorrectnessException(
          "clients were told of %s; servers have recorded %s (%s)"
              .formatted(told.inWords(), recorded, what));
    }
  }

  /**
   * Compares what an audit has counted in the whole ledger.
   *
   * @throws CorrectnessException if the audit has failed, or has counted other writes
   */
  public void requireSame(AuditResult audit) {
    if (!audit.passed()) {
      throw new CorrectnessException("its audit " + audit.inOneLine());
    }
    audit
        .committed()
        .ifPresent(
            counted -> {
              if (!transactions && !told.allows(counted)) {
                throw new CorrectnessException(
                    "clients were told of %s; the audit has found %,d in the ledger"
                        .formatted(told.inWords(), counted));
              }
            });
  }

  /**
   * What clients were told of their writes.
   *
   * @param acknowledged writes that returned OK, which is a promise that they are committed
   * @param undecided writes of which the clients don't know whether they are committed
   */
  private record Outcomes(long acknowledged, long undecided) {
    static final Outcomes NOTHING = new Outcomes(0, 0);

    private static final Set<String> WRITES = Set.of("INSERT", "UPDATE", "DELETE");

    /**
     * The sums over some clients.
     *
     * @param onlyAccepted whether OK promises nothing
     */
    static Outcomes by(Collection<YcsbReport> reports, boolean onlyAccepted) {
      long ok = 0;
      long unknown = 0;
      for (YcsbReport report : reports) {
        for (String kind : WRITES) {
          Map<String, Long> statuses = report.statuses().get(kind);
          if (statuses != null) {
            ok += statuses.getOrDefault(YcsbReport.OK, 0L);
            unknown +=
                statuses.entrySet().stream()
                    .filter(entry -> WriteEffect.isUnknown(entry.getKey()))
                    .mapToLong(Map.Entry::getValue)
                    .sum();
          }
        }
      }
      return onlyAccepted ? new Outcomes(0, ok + unknown) : new Outcomes(ok, unknown);
    }

    Outcomes plus(Outcomes other) {
      return new Outcomes(acknowledged + other.acknowledged, undecided + other.undecided);
    }

    /** Whether so many recorded writes can be those that clients were told of. */
    boolean allows(long recorded) {
      return acknowledged <= recorded && recorded <= most();
    }

    long most() {
      return acknowledged + undecided;
    }

    String inWords() {
      return "%,d committed writes%s"
          .formatted(
              acknowledged,
              undecided == 0 ? "" : ", and of %,d without a known outcome".formatted(undecided));
    }
  }
}
