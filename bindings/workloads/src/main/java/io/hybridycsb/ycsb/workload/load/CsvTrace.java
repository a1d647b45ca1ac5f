package io.hybridycsb.ycsb.workload.load;

import java.io.IOException;
import java.util.Optional;

/** A trace of lines {@code second,operation,key,size}. */
final class CsvTrace implements Trace {
  static final String HEADER = "second,operation,key,size";
  private static final int FIELDS = 4;

  private final Lines lines;
  private double latest;

  /**
   * @param lines behind the header
   */
  CsvTrace(Lines lines) {
    this.lines = lines;
  }

  @Override
  public Optional<Replayed> next() {
    Optional<String> line = lines.next();
    return line.isEmpty() ? Optional.empty() : Optional.of(operation(line.get()));
  }

  private Replayed operation(String line) {
    String[] fields = line.split(",", -1);
    if (fields.length != FIELDS) {
      throw lines.wrong("expected %s, not '%s'".formatted(HEADER, line));
    }
    String key = fields[2].strip();
    if (key.isEmpty()) {
      throw lines.wrong("the key is missing");
    }
    Replayed.Kind kind;
    try {
      kind = Replayed.Kind.of(fields[1].strip());
    } catch (IllegalArgumentException e) {
      throw lines.wrong(e.getMessage());
    }
    return new Replayed(
        second(fields[0].strip()), kind, "", key, size(kind, fields[3].strip()), Optional.empty());
  }

  private double second(String text) {
    double second;
    try {
      second = Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw lines.wrong("not a second: '%s'".formatted(text));
    }
    if (!(second >= latest) || Double.isInfinite(second)) {
      throw lines.wrong("second %s is not after %s: sort the lines".formatted(text, latest));
    }
    latest = second;
    return second;
  }

  /** Only what writes or scans needs one. */
  private int size(Replayed.Kind kind, String text) {
    boolean needed = kind.writes() || kind == Replayed.Kind.SCAN;
    if (!needed && text.isEmpty()) {
      return 0;
    }
    int least = needed ? 1 : 0;
    try {
      int size = Integer.parseInt(text);
      if (size >= least && size <= Replayed.SIZE_MAX) {
        return size;
      }
    } catch (NumberFormatException e) {
      // Said below, like a number out of its bounds.
    }
    throw lines.wrong(
        "a size is a number from %d to %,d, not '%s'".formatted(least, Replayed.SIZE_MAX, text));
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
