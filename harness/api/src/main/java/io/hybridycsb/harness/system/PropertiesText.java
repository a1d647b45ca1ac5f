package io.hybridycsb.harness.system;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.files.Attempt;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The text of a Java properties file, sorted and without the date that the JDK adds. It is ASCII:
 * programs read such files in several encodings.
 */
public final class PropertiesText {
  private PropertiesText() {}

  /**
   * The file's text.
   *
   * @param comment the first line
   */
  public static String of(String comment, Map<String, String> values) {
    return new TreeMap<>(values)
        .entrySet().stream()
            .map(entry -> line(entry.getKey(), entry.getValue()))
            .collect(Collectors.joining("", "# " + comment + "\n", ""));
  }

  /** A value as it stands in such a file, behind the equals sign. */
  public static String value(String value) {
    String line = line("k", value);
    return line.substring("k=".length(), line.length() - 1);
  }

  /**
   * What such a file says.
   *
   * @throws HarnessException if it can't be read, or isn't one
   */
  public static SortedMap<String, String> read(Path file) {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      properties.load(reader);
    } catch (IOException | IllegalArgumentException e) {
      throw new HarnessException("cannot read %s: %s".formatted(file, e.getMessage()), e);
    }
    SortedMap<String, String> values = new TreeMap<>();
    properties
        .stringPropertyNames()
        .forEach(name -> values.put(name, properties.getProperty(name)));
    return values;
  }

  private static String line(String key, String value) {
    Properties one = new Properties();
    one.setProperty(key, value);
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    Attempt.to("write a property", () -> one.store(text, null));
    // The first line is the date.
    return text.toString(StandardCharsets.ISO_8859_1).lines().skip(1).findFirst().orElseThrow()
        + "\n";
  }
}
