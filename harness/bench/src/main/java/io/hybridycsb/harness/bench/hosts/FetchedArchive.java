package io.hybridycsb.harness.bench.hosts;

import io.hybridycsb.harness.HarnessException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/**
 * What a client's host has sent, as tar packs it. The host may send what it likes, so only new
 * files with names of its own clients are taken. Of a link, what is read there later could come
 * from anywhere on this machine. Another name could be that of another host's file.
 *
 * @param host its name
 * @param archive in a directory that nobody else can read
 */
record FetchedArchive(String host, Path archive) {
  /** Long runs record each of their operations. */
  static final long BYTES_MAX = 8L << 30;

  private static final int ENTRIES_MAX = 100_000;

  /**
   * Unpacks the files of some clients, {@code client1-READ.hdr} for instance; others stay behind.
   *
   * @param clients their names
   * @throws HarnessException if there is anything else than files and directories below the output,
   *     or a file that is there already; nothing is unpacked then
   */
  void unpackInto(Path output, Collection<String> clients) {
    try {
      TarHeaders.require(archive);
      Path stage = Files.createTempDirectory(archive.toAbsolutePath().getParent(), "fetched");
      for (String file : unpackAll(output, stage, namesOf(clients))) {
        Path target = output.resolve(file);
        Files.createDirectories(target.getParent());
        Files.move(stage.resolve(file), target);
      }
    } catch (IOException | IllegalArgumentException e) {
      throw refused(e.getMessage(), e);
    }
  }

  /** Names of files below the output: a directory's name has no rule of its own. */
  private static Pattern namesOf(Collection<String> clients) {
    String names = clients.stream().map(Pattern::quote).collect(Collectors.joining("|"));
    return Pattern.compile("([^/]+/)*(%s)[.-][^/]*".formatted(names));
  }

  private Collection<String> unpackAll(Path output, Path stage, Pattern names) throws IOException {
    Collection<String> unpacked = new TreeSet<>();
    int entries = 0;
    try (TarArchiveInputStream tar =
        new TarArchiveInputStream(new BufferedInputStream(Files.newInputStream(archive)))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        entries++;
        if (entries > ENTRIES_MAX) {
          throw refused("more than %,d files".formatted(ENTRIES_MAX), null);
        }
        String name = relative(entry.getName());
        if (entry.isFile() && names.matcher(name).matches()) {
          Path target = stage.resolve(name);
          if (Files.exists(target) || Files.exists(output.resolve(name))) {
            throw refused(name + ", which is there already", null);
          }
          Files.createDirectories(target.getParent());
          Files.copy(tar, target);
          unpacked.add(name);
        }
      }
    }
    return unpacked;
  }

  /** Without {@code .}, as in {@code below/client1.times}. */
  private String relative(String name) {
    List<String> parts = new ArrayList<>(List.of(name.split("/")));
    parts.removeIf(part -> part.equals("."));
    boolean isBelow =
        !name.startsWith("/")
            && parts.stream().noneMatch(part -> part.isEmpty() || part.equals(".."));
    if (!isBelow || name.chars().anyMatch(c -> c == '\\' || Character.isISOControl(c))) {
      throw refused(
          name.replaceAll("\\p{Cntrl}", "?") + ", which is no file below its output", null);
    }
    return String.join("/", parts);
  }

  private HarnessException refused(String what, Exception cause) {
    return new HarnessException(
        "%s sends %s: nothing of it is unpacked".formatted(host, what), cause);
  }
}
