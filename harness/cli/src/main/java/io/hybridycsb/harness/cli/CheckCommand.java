package io.hybridycsb.harness.cli;

import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.check.CheckPage;
import io.hybridycsb.harness.check.CheckReport;
import io.hybridycsb.harness.check.CheckTexts;
import io.hybridycsb.harness.check.HistoryCheck;
import io.hybridycsb.harness.check.TransactionTexts;
import io.hybridycsb.harness.check.history.HistoryFile;
import io.hybridycsb.harness.check.history.RunHistory;
import io.hybridycsb.harness.check.history.ScanModel;
import io.hybridycsb.harness.check.history.Verdict.Status;
import io.hybridycsb.harness.check.linearizability.Counterexample;
import io.hybridycsb.harness.check.linearizability.LinearizabilityChecker;
import io.hybridycsb.harness.check.serializability.TransactionReport;
import io.hybridycsb.harness.cli.terminal.PrintingCommand;
import io.hybridycsb.harness.system.Model;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "check",
    description = {
      "Check recorded histories: can all that clients were told be true?",
      "That is, is there an order of the operations on each record that explains their answers?"
          + " Or, of transactions over several records, one order of them all?",
      "Give the files of all clients of a run, and of the runs before it.",
      "Exit status 0 if it holds, 1 if it is violated, 2 if a file can't be used, 3 if undecided."
    })
final class CheckCommand extends PrintingCommand {
  private static final int VIOLATED = 1;
  private static final int UNDECIDED = 3;
  private static final int THREADS_MAX = 1024;
  private static final String STRICT = "strictly-serializable";
  private static final String SERIALIZABLE = "serializable";

  @Parameters(
      paramLabel = "HISTORY",
      arity = "1..*",
      description = {
        "Files that clients have recorded with -p hybrid.history=FILE,",
        "or files of transactions in the same format."
      })
  private List<Path> files;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Also write what is found of records as a page with a timeline.")
  private Path html;

  @Option(
      names = "--model",
      paramLabel = "MODEL",
      completionCandidates = Titles.class,
      description = {
        "What must hold: ${COMPLETION-CANDIDATES}.",
        "linearizable: the default for records.",
        "process-session: reads may be old, but not older than what their client process has seen"
            + " before, on any record.",
        "session: the same for each thread of a client.",
        "committed: reads may be old, but show what was there at an instant.",
        "strictly-serializable: the default for transactions.",
        "serializable: their order need not agree with real time."
      })
  private String model;

  @Option(
      names = "--scans",
      paramLabel = "WHAT",
      defaultValue = "reads",
      description = {
        "What scans' rows must show: ${COMPLETION-CANDIDATES} (${DEFAULT-VALUE}).",
        "committed: each row was there at an instant before the scan's answer.",
        "reads: each row, and each absence, is what a read would have found by --model.",
        "snapshot: the same, and all were there at one and the same instant."
      })
  private ScanModel scans;

  @Option(
      names = "--from-empty",
      description = {
        "All records were absent at first. Otherwise only those that the histories insert, and"
            + " others may have held anything."
      })
  private boolean fromEmpty;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "60",
      description = "Give up the search on a record after this time (${DEFAULT-VALUE}).")
  private int secondsMax;

  @Option(
      names = "--configurations",
      paramLabel = "N",
      defaultValue = "1000000",
      description = "And after so many steps of it, at some 500 bytes each (${DEFAULT-VALUE}).")
  private long configurationsMax;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = {
        "How many records are searched at a time (half of the processors).",
        "Together the searches take at most half of the heap."
      })
  private int threads = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);

  static final class Titles implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Stream.concat(
              Arrays.stream(Model.values()).map(Model::title), Stream.of(STRICT, SERIALIZABLE))
          .iterator();
    }
  }

  @Override
  public Integer call() {
    requireModel();
    if (secondsMax < 1 || configurationsMax < 1) {
      throw wrongUsage("--seconds and --configurations are at least 1");
    }
    if (threads < 1 || threads > THREADS_MAX) {
      throw wrongUsage("--threads is 1 to " + THREADS_MAX);
    }
    requireDirectory();
    RunHistory history = RunHistory.of(read());
    CheckTexts.warnings(history).forEach(this::warn);
    if (history.transactions().isEmpty()) {
      return checkRecords(history);
    }
    if (!history.calls().isEmpty()) {
      throw new UsageException(
          "these files have operations of YCSB and transactions; check the files of each kind by"
              + " themselves");
    }
    return checkTransactions(history);
  }

  private int checkTransactions(RunHistory history) {
    if (model != null && !model.equals(STRICT) && !model.equals(SERIALIZABLE)) {
      throw wrongUsage(
          "these are histories of transactions; their models are %s and %s"
              .formatted(STRICT, SERIALIZABLE));
    }
    if (html != null) {
      throw wrongUsage("--html draws operations on records, and these files have transactions");
    }
    TransactionTexts.counts(history).forEach(this::say);
    TransactionReport report = TransactionReport.of(history, fromEmpty);
    Status status = (SERIALIZABLE.equals(model) ? report.serializable() : report.strict()).status();
    if (status != Status.VIOLATED) {
      refuse(TransactionTexts.provesNothing(history));
    }
    TransactionTexts.verdict(report).forEach(this::say);
    return exitStatus(status);
  }

  private int checkRecords(RunHistory history) {
    Model asked = recordModel();
    CheckTexts.warnings(history, scans).forEach(this::warn);
    CheckTexts.counts(history, scans).forEach(this::say);
    Throttle throttle = new Throttle();
    HistoryCheck check =
        new HistoryCheck(
            new LinearizabilityChecker(
                configurationsMax,
                Duration.ofSeconds(secondsMax),
                LinearizabilityChecker.NO_LIMIT,
                threads),
            asked,
            scans,
            fromEmpty,
            threads,
            (done, all) -> throttle.say("checked %d of %d records".formatted(done, all)));
    CheckReport report = check.run(history);
    if (report.status() != Status.VIOLATED) {
      refuse(CheckTexts.provesNothing(history, scans));
    }
    say(CheckTexts.verdict(report));
    CheckTexts.remarks(report).forEach(this::say);
    report.found().counterexamples().stream().limit(1).forEach(this::show);
    if (html != null) {
      write(CheckPage.html(report, history));
    }
    return exitStatus(report.status());
  }

  private static void refuse(Optional<String> why) {
    if (why.isPresent()) {
      throw new UsageException(why.get());
    }
  }

  private static int exitStatus(Status status) {
    return switch (status) {
      case HOLDS -> 0;
      case VIOLATED -> VIOLATED;
      case UNDECIDED -> UNDECIDED;
    };
  }

  private void requireModel() {
    List<String> known = new ArrayList<>();
    new Titles().forEach(known::add);
    if (model != null && !known.contains(model)) {
      throw wrongUsage("no model '%s'; there are %s".formatted(model, String.join(", ", known)));
    }
  }

  private Model recordModel() {
    if (model == null) {
      return Model.LINEARIZABLE;
    }
    return Arrays.stream(Model.values())
        .filter(known -> known.title().equals(model))
        .findFirst()
        .orElseThrow(() -> wrongUsage("'%s' is for histories of transactions".formatted(model)));
  }

  /** Checked before the work, not after it. */
  private void requireDirectory() {
    if (html != null && !Files.isDirectory(html.toAbsolutePath().getParent())) {
      throw new UsageException(html + ": no such directory");
    }
  }

  private List<HistoryFile> read() {
    Throttle throttle = new Throttle();
    List<HistoryFile> histories = new ArrayList<>();
    for (Path file : files) {
      histories.add(
          HistoryFile.read(
              file,
              HistoryFile.OPS,
              lines -> throttle.say("%s: read %d lines".formatted(file, lines))));
    }
    return histories;
  }

  private void show(Counterexample counterexample) {
    say("");
    say(counterexample.text());
    say(counterexample.explanation());
  }

  private void write(String page) {
    try {
      Files.writeString(html, page);
    } catch (IOException e) {
      throw new UsageException(html + ": can't be written: " + e, e);
    }
    say("");
    say("timeline: " + html);
  }

  /** Prints at most one line of progress per second, and none within the first second. */
  private final class Throttle {
    private static final long BETWEEN_NS = 1_000_000_000L;
    private long lastNs = System.nanoTime();

    synchronized void say(String line) {
      long now = System.nanoTime();
      if (now - lastNs >= BETWEEN_NS) {
        lastNs = now;
        CheckCommand.this.say(line);
      }
    }
  }
}
