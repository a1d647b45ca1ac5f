package io.hybridycsb.harness.check;

import io.hybridycsb.harness.check.history.HistoryFile;
import io.hybridycsb.harness.check.history.RecordedCall;
import io.hybridycsb.harness.check.history.RepeatedValues;
import io.hybridycsb.harness.check.history.RunHistory;
import io.hybridycsb.harness.check.history.ScanModel;
import io.hybridycsb.harness.check.history.ScannedRows;
import io.hybridycsb.harness.check.history.UnrecordedWrites;
import io.hybridycsb.harness.check.history.Verdict.Status;
import io.hybridycsb.harness.check.linearizability.SearchResult;
import io.hybridycsb.harness.check.linearizability.StaleReads;
import io.hybridycsb.harness.system.Model;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What was checked and found, in lines for users. */
public final class CheckTexts {
  private static final int LISTED_MAX = 10;

  /** Clocks that are read one after the other differ by less. */
  private static final long WALL_CLOCKS_APART_MS_MAX = 1_000;

  /** How to record a history that can be checked. */
  private static final String RECORD_DIFFERENT =
      "record values that differ, as YCSB's do without -p dataintegrity=true";

  private CheckTexts() {}

  /** What is wrong with the files. */
  public static List<String> warnings(RunHistory history) {
    List<String> warnings = new ArrayList<>();
    for (HistoryFile file : history.files()) {
      if (file.isEmpty()) {
        warnings.add(
            "%s ends within its first line: its client was killed before it recorded a call"
                .formatted(file.file()));
        continue;
      }
      if (file.damagedLine() > 0) {
        warnings.add(
            "%s, line %d, the last one, is not whole: that call counts as unrecorded"
                .formatted(file.file(), file.damagedLine()));
      }
      if (!file.isWhole()) {
        warnings.add(
            "%s was not closed, its client was killed: the last call of each of its threads may be"
                    .formatted(file.file())
                + " missing; if the client still runs, check again when it has ended");
      }
    }
    long apartMs = history.wallClocksApartMs();
    if (apartMs > WALL_CLOCKS_APART_MS_MAX) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "by these files' wall clocks their monotonic clocks are %.1f s apart: unless a wall"
                  + " clock was set or the machine slept, they are of several clocks, and then the"
                  + " order of their operations means nothing",
              apartMs / 1e3));
    }
    RepeatedValues values = history.repeatedValues();
    if (values.isConsiderable()) {
      warnings.add(
          "%d of %d writes that replace a field's value put one there that it had had before: if"
                  .formatted(values.repeated(), values.overwrites())
              + " such a write is lost or a read of it is stale, nobody can tell; "
              + RECORD_DIFFERENT);
    }
    return warnings;
  }

  /** Why the check of this history could not have failed; empty if it could have. */
  public static Optional<String> provesNothing(RunHistory history, ScanModel scans) {
    if (!history.tellsAnything(scans)) {
      return Optional.of(
          "nothing to check: no answer in these files tells anything of a record; were they"
              + " recorded by clients that wrote and read, and did these succeed?");
    }
    RepeatedValues values = history.repeatedValues();
    return values.hideAll()
        ? Optional.of(
            ("nothing is proven: all %d writes that replace a field's value put one there that it"
                        + " had had before, so no order of them can be wrong; ")
                    .formatted(values.overwrites())
                + RECORD_DIFFERENT)
        : Optional.empty();
  }

  /** Why scans tell less than they were asked to. */
  public static List<String> warnings(RunHistory history, ScanModel scans) {
    return history.scanned(scans).unordered().stream()
        .map(
            table ->
                "scans of table %s are not in the order of their keys' bytes: what they have not"
                        .formatted(table)
                    + " found there doesn't count")
        .toList();
  }

  /** How many operations there are, and how many of them count. */
  public static List<String> counts(RunHistory history, ScanModel scanModel) {
    Set<String> records = new HashSet<>();
    Set<String> clients = new HashSet<>();
    long unknown = 0;
    long withoutEffect = 0;
    long failedScans = 0;
    long failedReads = 0;
    for (RecordedCall call : history.calls()) {
      records.add(call.register());
      clients.add(call.client());
      unknown += call.isUnknown() ? 1 : 0;
      withoutEffect += call.isWithoutEffect() ? 1 : 0;
      failedScans += call.op().equals("scan") && call.scan() == null ? 1 : 0;
      failedReads += call.op().equals("read") && call.operation().isEmpty() ? 1 : 0;
    }
    List<String> counts = new ArrayList<>();
    counts.add(
        "%s on %s by %s in %s"
            .formatted(
                some(history.calls().size(), "operation"),
                some(records.size(), "record"),
                some(clients.size(), "client"),
                history.files().size() == 1
                    ? "one process"
                    : history.files().size() + " processes"));
    counts.add(
        "%s of unknown outcome, %d without effect; skipped: %s, %s"
            .formatted(
                some(unknown, "write"),
                withoutEffect,
                some(failedReads, "failed read"),
                some(failedScans, "failed scan")));
    ScannedRows scanned = history.scanned(scanModel);
    if (!scanned.scans().isEmpty()) {
      counts.add(
          "%s found %s%s, checked as %s"
              .formatted(
                  some(scanned.scans().size(), "scan"),
                  some(scanned.rows(), "row"),
                  scanModel == ScanModel.COMMITTED
                      ? ""
                      : " and " + some(scanned.absences(), "absence"),
                  scanModel));
    }
    return counts;
  }

  static String some(long count, String what) {
    return "%d %s%s".formatted(count, what, count == 1 ? "" : "s");
  }

  /** The verdict in one sentence. */
  public static String verdict(CheckReport report) {
    return switch (report.status()) {
      case HOLDS ->
          "%s: an order explains the operations on each of %s"
              .formatted(report.model().title(), some(report.records(), "record"));
      case VIOLATED ->
          report.found().violated().isEmpty()
              ? "NOT %s with snapshots: %s".formatted(report.model().title(), mixed(report))
              : "NOT %s: no order explains the operations on %s"
                  .formatted(
                      report.model().title(), listed(report.found().violated(), report.records()));
      case UNDECIDED ->
          "UNDECIDED whether %s: the search was given up on %d of %s"
              .formatted(
                  report.model().title(),
                  report.found().undecided().size(),
                  some(report.records(), "record"));
    };
  }

  private static String mixed(CheckReport report) {
    return "the rows of %d of %s were never there together"
        .formatted(
            report.found().mixedScans().mixed(), some(report.found().mixedScans().scans(), "scan"));
  }

  private static void addUndecided(CheckReport report, List<String> remarks) {
    for (SearchResult reason : SearchResult.values()) {
      List<String> keys =
          report.found().undecided().keySet().stream()
              .filter(key -> report.found().undecided().get(key) == reason)
              .toList();
      if (!keys.isEmpty()) {
        remarks.add("undecided: %s; %s".formatted(listed(keys, report.records()), remedy(reason)));
      }
    }
  }

  private static String remedy(SearchResult reason) {
    return switch (reason) {
      case OUT_OF_TIME -> "their time was used up, raise --seconds";
      case OUT_OF_CONFIGURATIONS -> "their steps were used up, raise --configurations";
      case OUT_OF_MEMORY ->
          "their memory was used up, lower --threads or raise the heap (JAVA_TOOL_OPTIONS=-Xmx8g)";
      case EXPLAINED, UNEXPLAINED -> throw new IllegalArgumentException("decided: " + reason);
    };
  }

  private static String listed(List<String> keys, long all) {
    String names = keys.stream().limit(LISTED_MAX).collect(Collectors.joining(", "));
    return "%d of %s: %s%s"
        .formatted(keys.size(), some(all, "record"), names, keys.size() > LISTED_MAX ? ", …" : "");
  }

  /** How the weaker models fare, down to the first that it keeps to: it keeps to the rest, too. */
  private static void addWeaker(CheckReport report, List<String> remarks) {
    String apart = report.found().mixedScans().mixed() > 0 ? "apart from such scans, " : "";
    for (Map.Entry<Model, Status> one : report.weaker().models().entrySet()) {
      remarks.add(
          switch (one.getValue()) {
            case HOLDS -> apart + "it keeps to the weaker model: " + one.getKey().title();
            case VIOLATED -> "it is not even " + one.getKey().title();
            case UNDECIDED -> "undecided whether it is " + one.getKey().title();
          });
      if (one.getValue() == Status.HOLDS) {
        return;
      }
    }
  }

  public static List<String> remarks(CheckReport report) {
    List<String> remarks = new ArrayList<>();
    addUndecided(report, remarks);
    StaleReads stale = report.found().stale();
    if (stale.stale() > 0) {
      remarks.add(
          String.format(
              Locale.ROOT,
              "stale: %d of %s, showing what had been replaced for up to %.1f ms",
              stale.stale(),
              some(stale.reads(), "read"),
              stale.oldestNs() / 1e6));
    }
    if (report.found().mixedScans().mixed() > 0) {
      remarks.add(mixed(report));
      remarks.addAll(report.found().mixedScans().examples());
    }
    if (!report.found().violated().isEmpty() || !report.found().undecided().isEmpty()) {
      addWeaker(report, remarks);
    }
    report
        .weaker()
        .scans()
        .ifPresent(
            scans ->
                remarks.add("with --scans %s it is %s".formatted(scans, report.model().title())));
    if (report.unrecorded().possible() > 0) {
      remarks.add(unrecorded(report.unrecorded()));
    }
    if (report.unknownAtFirst() > 0) {
      remarks.add(
          "%s of %d may have held anything at first: nothing here inserts %s"
              .formatted(
                  some(report.unknownAtFirst(), "record"),
                  report.records(),
                  report.unknownAtFirst() == 1 ? "it" : "them"));
    }
    return remarks;
  }

  private static String unrecorded(UnrecordedWrites unrecorded) {
    String text =
        "killed clients may have made %s that they have not recorded, at most one in each thread; %d %s assumed"
            .formatted(
                some(unrecorded.possible(), "write"),
                unrecorded.assumed(),
                unrecorded.assumed() == 1 ? "is" : "are");
    return unrecorded.lacking() == 0
        ? text
        : text
            + "; the values read need %d more, which no thread can have made"
                .formatted(unrecorded.lacking());
  }
}
