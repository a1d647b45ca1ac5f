package io.hybridycsb.harness.bench.hosts;

import io.hybridycsb.harness.HarnessException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a client's host has sent, as fetch.sh does: of each file a line with its size and its name,
 * and then its bytes; at the end a line that says so. The host may send what it likes, so only new
 * files with names of its own clients are taken. Another name could be that of another host's file.
 *
 * @param host its name
 * @param sent in a directory that nobody else can read
 */
record FetchedFiles(String host, Path sent) {
  /** Long runs record each of their operations. */
  static final long BYTES_MAX = 8L << 30;

  private static final int FILES_MAX = 100_000;
  private static final int LINE_BYTES_MAX = 4_096;
  private static final int PARTS_MAX = 20;
  private static final byte[] END = "end\n".getBytes(StandardCharsets.UTF_8);
  private static final Pattern LINE = Pattern.compile("([0-9]{1,15}) ([^\n]+)\n.*", Pattern.DOTALL);

  /**
   * Takes the files of some clients, {@code client1-READ.hdr} for instance; others stay behind.
   *
   * @param clients their names
   * @throws HarnessException if there is anything else than files below the output, or a file that
   *     is there already; none is taken then
   */
  void takeInto(Path output, Collection<String> clients) {
    try (RandomAccessFile file = new RandomAccessFile(sent.toFile(), "r")) {
      Path stage = Files.createTempDirectory(sent.toAbsolutePath().getParent(), "fetched");
      for (String name : staged(file, stage, output, namesOf(clients))) {
        Path target = output.resolve(name);
        Files.createDirectories(target.getParent());
        Files.move(stage.resolve(name), target);
      }
    } catch (IOException | IllegalArgumentException e) {
      throw refused(e.getMessage(), e);
    }
  }

  /** Names of files: a directory's name has no rule of its own. */
  private static Pattern namesOf(Collection<String> clients) {
    String names = clients.stream().map(Pattern::quote).collect(Collectors.joining("|"));
    return Pattern.compile("(%s)[.-].*".formatted(names));
  }

  private Collection<String> staged(RandomAccessFile file, Path stage, Path output, Pattern names)
      throws IOException {
    Collection<String> taken = new TreeSet<>();
    int files = 0;
    long end = end(file);
    for (long at = 0; at < end; ) {
      files++;
      if (files > FILES_MAX) {
        throw refused("more than %,d files".formatted(FILES_MAX), null);
      }
      Matcher line = line(file, at);
      long begin = at + line.end(2) + 1;
      at = begin + Long.parseLong(line.group(1));
      if (at > end) {
        throw refused("a file that is cut off", null);
      }
      String name = below(line.group(2));
      if (names.matcher(name.substring(name.lastIndexOf('/') + 1)).matches()) {
        Path target = stage.resolve(name);
        if (Files.exists(target) || Files.exists(output.resolve(name))) {
          throw refused(name + ", which is there already", null);
        }
        Files.createDirectories(target.getParent());
        copy(file.getChannel(), begin, at, target);
        taken.add(name);
      }
    }
    return taken;
  }

  /** Where the last line begins, which says that nothing is missing. */
  private long end(RandomAccessFile file) throws IOException {
    long end = file.length() - END.length;
    byte[] last = new byte[END.length];
    if (end >= 0) {
      file.seek(end);
      file.readFully(last);
    }
    if (!Arrays.equals(last, END)) {
      throw refused("files that are cut off", null);
    }
    return end;
  }

  /** The line with a file's size and name; each of its characters is a byte. */
  private Matcher line(RandomAccessFile file, long at) throws IOException {
    byte[] bytes = new byte[(int) Math.min(LINE_BYTES_MAX, file.length() - at)];
    file.seek(at);
    file.readFully(bytes);
    Matcher line = LINE.matcher(new String(bytes, StandardCharsets.ISO_8859_1));
    if (!line.matches()) {
      throw refused("no size and name where a file should begin", null);
    }
    return line;
  }

  private static void copy(FileChannel from, long begin, long end, Path target) throws IOException {
    try (FileChannel to =
        FileChannel.open(target, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      for (long at = begin; at < end; ) {
        at += from.transferTo(at, end - at, to);
      }
    }
  }

  /** Without {@code .}, as in {@code below/client1.times}. */
  private String below(String line) {
    String name = new String(line.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    List<String> parts = Stream.of(name.split("/", -1)).filter(part -> !part.equals(".")).toList();
    if (parts.size() > PARTS_MAX
        || parts.stream().anyMatch(part -> part.isEmpty() || part.equals(".."))
        || name.chars().anyMatch(c -> c == '\\' || Character.isISOControl(c))) {
      throw refused(
          name.replaceAll("\\p{Cntrl}", "?") + ", which is no file below its output", null);
    }
    return String.join("/", parts);
  }

  private HarnessException refused(String what, Exception cause) {
    return new HarnessException("%s sends %s: nothing of it is taken".formatted(host, what), cause);
  }
}
