package io.hybridycsb.distribution;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;

/**
 * Writes directories of the release into a gzipped tar archive. Entries are in the order of their
 * names, with one time and no owner, so that equal trees make equal archives. A file whose contents
 * came before is a hard link to the first. Each server has all its jars in a directory of its own,
 * and most of them are in several.
 */
public final class ReleaseArchive {
  private static final int EXECUTABLE = 0755;
  private static final int PLAIN = 0644;

  /** All jars but those of bindings, see {@link SmallerJars}. */
  private static final Pattern COMPRESSED = Pattern.compile(".*(?<!-binding)/lib/[^/]+\\.jar");

  private final TarArchiveOutputStream tar;
  private final Gzip gzip;
  private final Instant time;
  private final int compression;
  private final Map<String, String> firstByContents = new HashMap<>();

  private ReleaseArchive(TarArchiveOutputStream tar, Gzip gzip, Instant time, int compression) {
    this.tar = tar;
    this.gzip = gzip;
    this.time = time;
    this.compression = compression;
  }

  /**
   * Command line: the release's directory, the archive, the time of all entries (ISO 8601), and how
   * hard to compress (1 to 9). Then follow the names to take from the directory and, each after a
   * minus, the names to leave out.
   */
  public static void main(String[] args) throws IOException {
    write(
        Path.of(args[0]),
        Path.of(args[1]),
        Instant.parse(args[2]),
        Integer.parseInt(args[3]),
        Arrays.asList(args).subList(4, args.length));
  }

  /**
   * Writes an archive whose entries begin with the directory's own name, and beside it a file
   * {@code ARCHIVE.sha256} by which {@code sha256sum -c} checks it.
   *
   * @param compression 1 to 9, as gzip has it
   * @param names paths below the directory, each with all that is below it; a path after a minus is
   *     left out. If all have a minus, the whole directory is taken
   */
  static void write(Path directory, Path archive, Instant time, int compression, List<String> names)
      throws IOException {
    List<Path> out =
        names.stream()
            .filter(name -> name.startsWith("-"))
            .map(name -> directory.resolve(name.substring(1)))
            .toList();
    List<Path> in =
        names.stream().filter(name -> !name.startsWith("-")).map(directory::resolve).toList();
    MessageDigest sha256 = sha256();
    try (OutputStream file =
            new DigestOutputStream(
                new BufferedOutputStream(Files.newOutputStream(archive)), sha256);
        Gzip gzip = new Gzip(file);
        TarArchiveOutputStream tar = new TarArchiveOutputStream(gzip, "UTF-8");
        Stream<Path> all = Files.walk(directory)) {
      tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
      ReleaseArchive entries = new ReleaseArchive(tar, gzip, time, compression);
      List<Path> paths =
          all.filter(path -> out.stream().noneMatch(path::startsWith))
              .filter(path -> in.isEmpty() || in.stream().anyMatch(path::startsWith))
              .sorted()
              .toList();
      for (Path path : paths) {
        entries.add(path, directory.getParent().relativize(path).toString());
      }
    }
    Files.writeString(
        archive.resolveSibling(archive.getFileName() + ".sha256"),
        "%s  %s\n".formatted(HexFormat.of().formatHex(sha256.digest()), archive.getFileName()));
  }

  private void add(Path path, String name) throws IOException {
    if (Files.isDirectory(path)) {
      add(new TarArchiveEntry(name + "/"), EXECUTABLE);
      tar.closeArchiveEntry();
      return;
    }
    String first = firstByContents.putIfAbsent(digest(path), name);
    if (first != null) {
      TarArchiveEntry link = new TarArchiveEntry(name, TarConstants.LF_LINK);
      link.setLinkName(first);
      add(link, mode(path));
    } else {
      TarArchiveEntry file = new TarArchiveEntry(name);
      file.setSize(Files.size(path));
      add(file, mode(path));
      gzip.setLevel(isWorthwhile(name) ? compression : 0);
      Files.copy(path, tar);
      gzip.setLevel(compression);
    }
    tar.closeArchiveEntry();
  }

  /** Compressing what is compressed already takes off a fifteenth, which only publishing needs. */
  private boolean isWorthwhile(String name) {
    return compression > 1 || !COMPRESSED.matcher(name).matches();
  }

  private void add(TarArchiveEntry entry, int mode) throws IOException {
    entry.setMode(mode);
    entry.setLastModifiedTime(FileTime.from(time));
    entry.setIds(0, 0);
    entry.setNames("", "");
    tar.putArchiveEntry(entry);
  }

  private static int mode(Path path) {
    return Files.isExecutable(path) ? EXECUTABLE : PLAIN;
  }

  /** A digest of the contents and of the attributes that a link shares with its file. */
  private static String digest(Path path) throws IOException {
    return mode(path) + HexFormat.of().formatHex(sha256().digest(Files.readAllBytes(path)));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
