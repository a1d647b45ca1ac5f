package io.hybridycsb.harness.system;

import java.util.Arrays;
import java.util.List;

/** Options of a JVM, written in one line. */
final class JvmFlags {
  /** Cryptography, networking and RocksDB load native code, of which newer JDKs warn otherwise. */
  static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";

  /**
   * What each of our servers gets. One that has run out of memory has lost a thread at least: it
   * ends, and says so, instead of going on without it.
   */
  static final List<String> OF_SERVERS = List.of(NATIVE_ACCESS, "-XX:+ExitOnOutOfMemoryError");

  private JvmFlags() {}

  static List<String> split(String flags) {
    return Arrays.stream(flags.strip().split("\\s+")).filter(flag -> !flag.isEmpty()).toList();
  }
}
