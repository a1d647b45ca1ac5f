package io.hybridycsb.harness.files;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * A zip whose entries stand in the order of their names. The same files make the same zip, byte by
 * byte.
 */
public final class ZipOfFiles {
  /** What {@link #writeSummed} adds; {@code sha256sum -c} reads it. */
  public static final String SUMS = "SHA256SUMS";

  /** Of every entry: the first moment that such a file can tell. */
  private static final long TIME = 315_532_800_000L;

  private final SortedMap<String, Contents> entries = new TreeMap<>();

  /** What writes a file's contents. */
  private interface Contents {
    void writeTo(OutputStream out) throws IOException;
  }

  public void text(String name, String text) {
    entries.put(name, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
  }

  public void file(String name, Path file) {
    entries.put(name, out -> Files.copy(file, out));
  }

  /** All files of a directory, but those whose names begin with a dot, and what lies below such. */
  public void directory(String name, Path directory) {
    for (Path file : Disk.walk(directory)) {
      Path inside = directory.relativize(file);
      boolean hidden = false;
      StringBuilder entry = new StringBuilder(name);
      for (Path part : inside) {
        hidden |= part.toString().startsWith(".");
        entry.append('/').append(part);
      }
      if (!hidden && Files.isRegularFile(file)) {
        file(entry.toString(), file);
      }
    }
  }

  /** Writes the whole file or nothing. */
  public void write(Path file) throws IOException {
    WholeFile.write(file, target -> writeInto(target, false));
  }

  /** The same with a file {@value #SUMS} of each entry's SHA-256. */
  public void writeSummed(Path file) throws IOException {
    WholeFile.write(file, target -> writeInto(target, true));
  }

  private void writeInto(Path file, boolean summed) throws IOException {
    StringBuilder sums = new StringBuilder();
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      for (Map.Entry<String, Contents> entry : entries.entrySet()) {
        DigestOutputStream out = new DigestOutputStream(zip, sha256());
        begin(zip, entry.getKey());
        entry.getValue().writeTo(out);
        zip.closeEntry();
        sums.append(HexFormat.of().formatHex(out.getMessageDigest().digest()))
            .append("  ")
            .append(entry.getKey())
            .append('\n');
      }
      if (summed) {
        begin(zip, SUMS);
        zip.write(sums.toString().getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
      }
    }
  }

  private static void begin(ZipOutputStream zip, String name) throws IOException {
    ZipEntry head = new ZipEntry(name);
    head.setTime(TIME);
    zip.putNextEntry(head);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
