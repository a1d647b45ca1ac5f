package io.hybridycsb.harness.cli;

import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.check.CheckPage;
import io.hybridycsb.harness.check.CheckReport;
import io.hybridycsb.harness.check.CheckTexts;
import io.hybridycsb.harness.check.HistoryCheck;
import io.hybridycsb.harness.check.history.HistoryFile;
import io.hybridycsb.harness.check.history.RunHistory;
import io.hybridycsb.harness.check.history.Verdict.Status;
import io.hybridycsb.harness.check.linearizability.Counterexample;
import io.hybridycsb.harness.check.linearizability.LinearizabilityChecker;
import io.hybridycsb.harness.check.linearizability.Model;
import io.hybridycsb.harness.cli.terminal.PrintingCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "check",
    description = {
      "Check recorded histories: can all that clients were told be true?",
      "That is, is there an order of the operations on each record that explains their answers?"
          + " Give the files of all clients of a run, and of the runs before it.",
      "Exit status 0 if it holds, 1 if it is violated, 2 if a file can't be used, 3 if undecided."
    })
final class CheckCommand extends PrintingCommand {
  private static final int VIOLATED = 1;
  private static final int UNDECIDED = 3;
  private static final int THREADS_MAX = 1024;

  @Parameters(
      paramLabel = "HISTORY",
      arity = "1..*",
      description = "Files that clients have recorded with -p hybrid.history=FILE.")
  private List<Path> files;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Also write what is found as a page with a timeline.")
  private Path html;

  @Option(
      names = "--model",
      paramLabel = "MODEL",
      defaultValue = "linearizable",
      completionCandidates = Titles.class,
      description = {
        "What must hold (${DEFAULT-VALUE}): ${COMPLETION-CANDIDATES}.",
        "session: reads may be old, but not older than what their client knows.",
        "committed: reads may be old, but show what was there at an instant."
      })
  private String model;

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
      return Arrays.stream(Model.values()).map(Model::title).iterator();
    }
  }

  @Override
  public Integer call() {
    Model asked = model();
    if (secondsMax < 1 || configurationsMax < 1) {
      throw wrongUsage("--seconds and --configurations are at least 1");
    }
    if (threads < 1 || threads > THREADS_MAX) {
      throw wrongUsage("--threads is 1 to " + THREADS_MAX);
    }
    requireDirectory();
    RunHistory history = RunHistory.of(read());
    CheckTexts.warnings(history).forEach(this::warn);
    CheckTexts.counts(history).forEach(this::say);
    Throttle throttle = new Throttle();
    HistoryCheck check =
        new HistoryCheck(
            new LinearizabilityChecker(configurationsMax, Duration.ofSeconds(secondsMax), threads),
            asked,
            fromEmpty,
            threads,
            (done, all) -> throttle.say("checked %d of %d records".formatted(done, all)));
    CheckReport report = check.run(history);
    if (report.status() != Status.VIOLATED) {
      CheckTexts.provesNothing(history)
          .ifPresent(
              why -> {
                throw new UsageException(why);
              });
    }
    say(CheckTexts.verdict(report));
    CheckTexts.remarks(report).forEach(this::say);
    report.counterexamples().stream().limit(1).forEach(this::show);
    if (html != null) {
      write(CheckPage.html(report, history));
    }
    return switch (report.status()) {
      case HOLDS -> 0;
      case VIOLATED -> VIOLATED;
      case UNDECIDED -> UNDECIDED;
    };
  }

  private Model model() {
    return Arrays.stream(Model.values())
        .filter(known -> known.title().equals(model))
        .findFirst()
        .orElseThrow(
            () ->
                wrongUsage(
                    "no model '%s'; there are %s"
                        .formatted(model, String.join(", ", new Titles()))));
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
              file, lines -> throttle.say("%s: read %d lines".formatted(file, lines))));
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
