package io.hybridycsb.harness.process;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.files.Disk;
import io.hybridycsb.harness.files.WholeFile;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/** A process' output from all of its starts, in one file. */
public record LogFile(Path path) {
  /** A file larger than this is cut before the process starts again... */
  static final long TRIM_ABOVE_BYTES = 16L << 20;

  /** ... to its last part of this size. */
  static final int KEEP_BYTES = 1 << 20;

  private static final int LINES_OF_A_FAILURE = 15;
  private static final int TAIL_BYTES_MAX = 1 << 20;

  /** How the line begins in which a Go program says why it ends. */
  private static final List<String> GO_GAVE_UP = List.of("panic: ", "fatal error: ");

  /** Its size in bytes; 0 if it does not exist. */
  public long size() {
    return Files.exists(path) ? Disk.size(path) : 0;
  }

  /** What was written after the given number of bytes, at most the last MiB of it. */
  public String textFrom(long startByte) {
    long size = size();
    long start = Math.max(startByte, size - TAIL_BYTES_MAX);
    if (size <= start) {
      return "";
    }
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
      file.seek(start);
      byte[] bytes = new byte[(int) (size - start)];
      file.readFully(bytes);
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The last lines, oldest first, of what was written after the given number of bytes. */
  public List<String> lastLines(int count, long startByte) {
    List<String> lines = textFrom(startByte).lines().toList();
    return lines.subList(Math.max(0, lines.size() - count), lines.size());
  }

  /**
   * The last output of an ended process, oldest line first. For a Go program it begins with the
   * line that says why it ended, because a long trace follows that line.
   */
  public List<String> lastWords(int count, long startByte) {
    List<String> lines = textFrom(startByte).lines().toList();
    return IntStream.range(0, lines.size())
        .filter(i -> GO_GAVE_UP.stream().anyMatch(lines.get(i)::startsWith))
        .mapToObj(i -> lines.subList(i, Math.min(i + count, lines.size())))
        .findFirst()
        .orElseGet(() -> lines.subList(Math.max(0, lines.size() - count), lines.size()));
  }

  /**
   * A failure of what writes here, with its last output.
   *
   * @param startByte where its output begins
   */
  public HarnessException failure(String what, long startByte) {
    StringBuilder message = new StringBuilder(what);
    List<String> lines = lastWords(LINES_OF_A_FAILURE, startByte);
    if (lines.isEmpty()) {
      message.append("; it wrote nothing to ").append(path);
    } else {
      message.append("; the end of ").append(path).append(':');
      lines.forEach(line -> message.append("\n    ").append(line));
    }
    return new HarnessException(message.toString());
  }

  void trim() {
    if (size() <= TRIM_ABOVE_BYTES) {
      return;
    }
    String kept = textFrom(size() - KEEP_BYTES);
    WholeFile.write(path, kept.substring(kept.indexOf('\n') + 1));
  }
}
