package io.hybridycsb.harness.audit;

import io.hybridycsb.harness.check.history.WriteEffect;
import io.hybridycsb.harness.results.YcsbReport;
import java.util.Collection;
import java.util.Map;
import java.util.Set;

/**
 * What clients were told of their writes.
 *
 * @param acknowledged writes that returned OK, which is a promise that they are committed
 * @param undecided writes of which the clients don't know whether they are committed
 */
record Told(long acknowledged, long undecided) {
  static final Told NOTHING = new Told(0, 0);

  private static final Set<String> WRITES = Set.of("INSERT", "UPDATE", "DELETE");

  /**
   * The sums over some clients.
   *
   * @param onlyAccepted whether OK promises nothing
   */
  static Told by(Collection<YcsbReport> reports, boolean onlyAccepted) {
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
    return onlyAccepted ? new Told(0, ok + unknown) : new Told(ok, unknown);
  }

  Told plus(Told other) {
    return new Told(acknowledged + other.acknowledged, undecided + other.undecided);
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
