package io.hybridycsb.it.ycsb;

import io.hybridycsb.harness.check.history.HistoryFile;
import io.hybridycsb.harness.check.history.RecordedCall;
import io.hybridycsb.harness.check.linearizability.LinearizabilityChecker;
import io.hybridycsb.harness.conform.Contract;
import io.hybridycsb.harness.system.Model;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What YCSB's operations answered, read from files of {@code hybrid.history}. */
public final class YcsbHistory {
  private final List<HistoryFile> files;
  private final List<RecordedCall> calls = new ArrayList<>();

  private YcsbHistory(List<HistoryFile> files) {
    this.files = files;
    files.forEach(file -> calls.addAll(file.calls()));
  }

  /** Reads files as far as they are written. */
  public static YcsbHistory of(List<Path> files) {
    return new YcsbHistory(
        files.stream().filter(YcsbHistory::hasBegun).map(HistoryFile::read).toList());
  }

  /** A client makes the file a while before it writes the first lines. */
  private static boolean hasBegun(Path file) {
    try {
      return Files.exists(file) && Files.size(file) > 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** How many writes, and transactions that write, have been acknowledged that began after this. */
  public long commitsSince(long sinceNs) {
    long writes =
        calls.stream().filter(call -> call.isCommitted() && call.invokedNs() > sinceNs).count();
    long transactions =
        files.stream()
            .flatMap(file -> file.transactions().stream())
            .filter(one -> one.isCommitted() && !one.writes().isEmpty())
            .filter(one -> one.invokedNs() > sinceNs)
            .count();
    return writes + transactions;
  }

  /** Whether any operation or transaction has been answered. */
  public boolean hasCalls() {
    return files.stream().anyMatch(f -> !f.calls().isEmpty() || !f.transactions().isEmpty());
  }

  /** How many records were inserted, or may have been. */
  public long inserts() {
    return calls.stream().filter(call -> call.op().equals("insert")).count();
  }

  /**
   * A checker that gives up on a key by its configurations, not by the time that a machine needs.
   */
  public static LinearizabilityChecker checker() {
    return new LinearizabilityChecker(1_000_000, Duration.ofMinutes(10));
  }

  /**
   * Requires it record by record, so that an update that brings an old field back is seen, too.
   * Fails as well if these calls could not have failed.
   */
  public void requireThatItIs(Model model) {
    Contract.requireModel(files, model);
  }
}
