package io.hybridycsb.harness.system;

import java.util.Arrays;
import java.util.List;

/** Options of a JVM, written in one line. */
final class JvmFlags {
  /** Cryptography, networking and RocksDB load native code, of which newer JDKs warn otherwise. */
  static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";

  private JvmFlags() {}

  static List<String> split(String flags) {
    return Arrays.stream(flags.strip().split("\\s+")).filter(flag -> !flag.isEmpty()).toList();
  }
}
