package io.hybridycsb.harness.bench.clients;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Follows the status lines of a running YCSB, of which it writes one a second to its standard
 * error. Each ends an interval of its histogram logs.
 */
final class StatusLines {
  private static final Pattern STATUS = Pattern.compile(" sec: ([0-9]+) operations;");

  /** A longer part of the file is skipped: only its newest lines matter. */
  private static final int BYTES_MAX = 1 << 20;

  private final Path file;
  private long position;
  private String begun = "";
  private long operations;

  /**
   * @param file YCSB's standard error; it needn't exist yet
   */
  StatusLines(Path file) {
    this.file = file;
  }

  /** Reads what is new; returns whether it had a status line. */
  boolean read() {
    boolean found = false;
    try (RandomAccessFile reader = new RandomAccessFile(file.toFile(), "r")) {
      long length = reader.length();
      if (length - position > BYTES_MAX) {
        position = length - BYTES_MAX;
        begun = "";
      }
      byte[] bytes = new byte[(int) Math.max(0, length - position)];
      reader.seek(position);
      reader.readFully(bytes);
      position += bytes.length;
      String text = begun + new String(bytes, StandardCharsets.UTF_8);
      int end = text.lastIndexOf('\n') + 1;
      begun = text.substring(end);
      Matcher status = STATUS.matcher(text.substring(0, end));
      while (status.find()) {
        operations = Long.parseLong(status.group(1));
        found = true;
      }
    } catch (IOException e) {
      // The next look tries again; the clients' deadline bounds the wait.
      return false;
    }
    return found;
  }

  /** The operations done by the newest status line, with any outcome; 0 before the first. */
  long operations() {
    return operations;
  }
}
