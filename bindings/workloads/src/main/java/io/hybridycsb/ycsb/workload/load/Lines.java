package io.hybridycsb.ycsb.workload.load;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The lines of a file, one after the other, without holding more than one of them. */
final class Lines implements Closeable {
  private static final int LENGTH_MAX = 1 << 24;

  private final Path file;
  private final BufferedReader reader;
  private int number;

  Lines(Path file) throws IOException {
    this.file = file;
    this.reader = Files.newBufferedReader(file, StandardCharsets.UTF_8);
  }

  /** The next line; empty at the end. */
  Optional<String> next() {
    StringBuilder line = new StringBuilder();
    number++;
    try {
      int character = reader.read();
      if (character < 0) {
        return Optional.empty();
      }
      for (; character >= 0 && character != '\n'; character = reader.read()) {
        if (line.length() == LENGTH_MAX) {
          throw wrong("a line of over %,d characters".formatted(LENGTH_MAX));
        }
        line.append((char) character);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("%s, line %d: %s".formatted(file, number, e), e);
    }
    return Optional.of(line.toString().strip());
  }

  /** That something is wrong with the line that was read last. */
  IllegalArgumentException wrong(String what) {
    return new IllegalArgumentException("%s, line %d: %s".formatted(file, number, what));
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
