package io.hybridycsb.harness.network;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.files.Disk;
import io.hybridycsb.harness.files.Resource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Round trips between regions, in milliseconds. Processes have regions by their numbers, in turn:
 * of four regions, node1 and node5 have the first. What has no number has the first, too.
 *
 * @param ms a row for each region, with a column for each
 */
public record RttMatrix(List<String> regions, List<List<Long>> ms) {
  /** Those of the release. */
  public static final List<String> PRESETS = List.of("europe", "world");

  /** No regions. */
  public static final RttMatrix NONE = new RttMatrix(List.of(), List.of());

  private static final long MS_MAX = 10_000;
  private static final String CORNER = "region";
  private static final Pattern NUMBER = Pattern.compile("([0-9]{1,6})$");

  public RttMatrix {
    regions = List.copyOf(regions);
    ms = ms.stream().map(List::copyOf).toList();
  }

  /**
   * Reads a preset, or a CSV whose first line is {@code region} and the regions' names. A line for
   * each follows, in the same order.
   *
   * @throws UsageException if there is no such file, or no such matrix in it; with the line
   */
  public static RttMatrix read(String presetOrFile) {
    if (PRESETS.contains(presetOrFile)) {
      String text = Resource.text(RttMatrix.class, "rtt-%s.csv".formatted(presetOrFile));
      return parse(presetOrFile, text);
    }
    Path file = Path.of(presetOrFile);
    if (!Files.isRegularFile(file)) {
      throw new UsageException(
          "network.rtt.matrix is %s, or a file, and there is no file %s"
              .formatted(String.join(", ", PRESETS), file.toAbsolutePath()));
    }
    return parse(presetOrFile, Disk.read(file));
  }

  private static RttMatrix parse(String source, String text) {
    List<List<String>> lines = text.lines().map(line -> fields(line)).toList();
    if (lines.isEmpty() || lines.get(0).size() < 2 || !lines.get(0).get(0).equals(CORNER)) {
      throw new UsageException(
          "%s, line 1: expected '%s' and the names of the regions".formatted(source, CORNER));
    }
    List<String> regions = lines.get(0).subList(1, lines.get(0).size());
    if (lines.size() != regions.size() + 1) {
      throw new UsageException(
          "%s: expected %d lines behind the first, one for each region"
              .formatted(source, regions.size()));
    }
    List<List<Long>> ms = new ArrayList<>();
    for (int i = 0; i < regions.size(); i++) {
      ms.add(row(source, i + 2, lines.get(i + 1), regions.get(i), regions.size()));
    }
    for (int i = 0; i < regions.size(); i++) {
      for (int j = 0; j < i; j++) {
        if (!ms.get(i).get(j).equals(ms.get(j).get(i))) {
          throw new UsageException(
              "%s: a round trip between %s and %s is %d and %d ms; there is one"
                  .formatted(
                      source, regions.get(j), regions.get(i), ms.get(j).get(i), ms.get(i).get(j)));
        }
      }
    }
    return new RttMatrix(regions, ms);
  }

  private static List<String> fields(String line) {
    return List.of(line.strip().split("\\s*,\\s*", -1));
  }

  private static List<Long> row(
      String source, int number, List<String> fields, String region, int count) {
    List<Long> row = new ArrayList<>();
    try {
      for (String field : fields.subList(1, fields.size())) {
        row.add(Long.parseLong(field));
      }
    } catch (NumberFormatException e) {
      row.clear();
    }
    boolean fits = row.stream().allMatch(ms -> ms >= 0 && ms <= MS_MAX);
    if (!fields.get(0).equals(region) || row.size() != count || !fits) {
      throw new UsageException(
          "%s, line %d: expected %s and %d whole numbers of milliseconds, up to %,d"
              .formatted(source, number, region, count, MS_MAX));
    }
    return row;
  }

  @JsonIgnore
  public boolean isEmpty() {
    return regions.isEmpty();
  }

  /** A round trip between two processes of different nodes; 0 without regions. */
  public long between(String from, String to) {
    return isEmpty() ? 0 : ms.get(region(from)).get(region(to));
  }

  private int region(String process) {
    Matcher number = NUMBER.matcher(process);
    return number.find() ? Math.floorMod(Integer.parseInt(number.group(1)) - 1, ms.size()) : 0;
  }
}
