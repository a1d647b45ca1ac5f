package io.hybridycsb.harness.results.runs;

import io.hybridycsb.harness.results.YcsbReport;
import java.util.List;
import java.util.Set;

/** Kinds of operations whose latencies are told together, apart from those of the others. */
public enum Side {
  READS("reads", List.of(YcsbReport.READ, YcsbReport.HISTORY)),
  UPDATES("updates", List.of(YcsbReport.UPDATE, YcsbReport.INSERT, YcsbReport.DELETE)),
  SCANS("scans", List.of(YcsbReport.SCAN)),
  TRANSACTIONS("transactions", List.of(YcsbReport.TRANSACTION));

  private final String words;
  private final List<String> kinds;

  Side(String words, List<String> kinds) {
    this.words = words;
    this.kinds = kinds;
  }

  List<String> kinds() {
    return kinds;
  }

  /**
   * What readers call them.
   *
   * @param present the kinds that there are
   */
  String words(Set<String> present) {
    return this == UPDATES
            && present.contains(YcsbReport.INSERT)
            && !present.contains(YcsbReport.UPDATE)
        ? "inserts"
        : words;
  }
}
