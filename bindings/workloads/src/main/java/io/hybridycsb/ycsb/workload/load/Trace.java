package io.hybridycsb.ycsb.workload.load;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Operations that were recorded, read from a file as they are needed. For one thread. */
interface Trace extends Closeable {
  /**
   * The next operation; empty at the end. The file is in the order of these.
   *
   * @throws IllegalArgumentException if the file is wrong; for people, with the line
   */
  Optional<Replayed> next();

  /**
   * Opens a CSV, or a history of {@code hybrid.history}.
   *
   * @param valueBytes of values, which a history doesn't tell
   * @throws IllegalArgumentException if the file is neither
   */
  static Trace open(Path file, int valueBytes) throws IOException {
    Lines lines = new Lines(file);
    String first = lines.next().orElse("");
    if (first.startsWith("{")) {
      return new HistoryTrace(lines, first, valueBytes);
    }
    if (first.equals(CsvTrace.HEADER)) {
      return new CsvTrace(lines);
    }
    IllegalArgumentException wrong =
        lines.wrong("expected %s, or a recorded history".formatted(CsvTrace.HEADER));
    lines.close();
    throw wrong;
  }
}
