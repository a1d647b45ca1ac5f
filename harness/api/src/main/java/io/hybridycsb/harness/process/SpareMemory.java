package io.hybridycsb.harness.process;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.files.Attempt;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/**
 * Whether the machine has memory for what is to run on it, as Linux tells.
 *
 * @param told a file of lines such as {@code MemTotal: 1024 kB}; where there is none, memory is not
 *     looked at
 */
public record SpareMemory(Path told) {
  /** With less than this left, the machine would soon swap, or end processes by itself. */
  private static final int LEAST_PERCENT = 5;

  /** This machine's. */
  public SpareMemory() {
    this(Path.of("/proc/meminfo"));
  }

  /**
   * Checks that there is some left.
   *
   * @param what needs it, for people
   * @throws HarnessException if there is hardly any
   */
  public void requireFor(String what) {
    List<String> lines = Attempt.maybe(() -> Files.readAllLines(told)).orElse(List.of());
    OptionalLong all = kb(lines, "MemTotal:");
    OptionalLong left = kb(lines, "MemAvailable:");
    if (all.isPresent()
        && left.isPresent()
        && left.getAsLong() * 100 < all.getAsLong() * LEAST_PERCENT) {
      throw new HarnessException(
          "not enough memory for %s: %,d of %,d MB are free, at least %d %% are needed"
              .formatted(what, left.getAsLong() >> 10, all.getAsLong() >> 10, LEAST_PERCENT));
    }
  }

  private static OptionalLong kb(List<String> lines, String name) {
    return lines.stream()
        .filter(line -> line.startsWith(name))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
        .findFirst();
  }
}
