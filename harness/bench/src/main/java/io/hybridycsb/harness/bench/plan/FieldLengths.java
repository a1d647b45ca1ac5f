package io.hybridycsb.harness.bench.plan;

import io.hybridycsb.harness.UsageException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;

/** The file from which YCSB draws the lengths of fields, if a run has one. */
final class FieldLengths {
  /** YCSB's property that names it. */
  static final String FILE = "fieldlengthhistogram";

  /**
   * Tells its content by a hash, which YCSB ignores. Records of another content are other records.
   */
  static final String CONTENT = FILE + ".sha256";

  private static final String DISTRIBUTION = "fieldlengthdistribution";
  private static final String USUAL = "hist.txt";

  private FieldLengths() {}

  /**
   * Adds the file's name and content to the properties of a run that has one.
   *
   * @throws UsageException if YCSB couldn't read it
   */
  static void describe(String experiment, SortedMap<String, String> properties) {
    if (!properties.getOrDefault(DISTRIBUTION, "").equals("histogram")) {
      return;
    }
    String file = properties.computeIfAbsent(FILE, unset -> USUAL);
    try {
      byte[] content = Files.readAllBytes(Path.of(file));
      requireHistogram(experiment, file, new String(content, StandardCharsets.ISO_8859_1));
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(content);
      properties.put(CONTENT, HexFormat.of().formatHex(hash));
    } catch (IOException e) {
      throw new UsageException(
          "%s: %s=%s: is there such a file?".formatted(experiment, FILE, file), e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void requireHistogram(String experiment, String file, String text) {
    List<String> lines = text.lines().toList();
    boolean isOne = lines.size() > 1 && lines.get(0).matches("BlockSize\\t[1-9][0-9]{0,8}");
    for (int i = 1; i < lines.size(); i++) {
      isOne = isOne && lines.get(i).matches((i - 1) + "\\t[0-9]{1,9}");
    }
    if (!isOne) {
      throw new UsageException(
          "%s: %s has a line 'BlockSize', a tab and bytes, then lines '0', a tab and a count, and so on"
              .formatted(experiment, file));
    }
  }
}
