package io.hybridycsb.harness.system;

import java.util.Arrays;
import java.util.List;

/** Options of a JVM, written in one line. */
final class JvmFlags {
  private JvmFlags() {}

  static List<String> split(String flags) {
    return Arrays.stream(flags.strip().split("\\s+")).filter(flag -> !flag.isEmpty()).toList();
  }
}
