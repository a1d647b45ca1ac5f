package io.hybridycsb.harness.system.programs;

import java.util.Arrays;
import java.util.List;

/** Options of a JVM, written in one line. */
public final class JvmFlags {
  /** Cryptography, networking and RocksDB load native code, of which newer JDKs warn otherwise. */
  public static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";

  /**
   * Cassandra's driver uses {@code sun.misc.Unsafe}, of which newer JDKs warn otherwise. This is
   * their {@code --sun-misc-unsafe-memory-access=allow}, which JDKs before 23 refuse as an option.
   */
  public static final String UNSAFE_ACCESS = "-Dsun.misc.unsafe.memory.access=allow";

  /**
   * What each of our servers gets. One that has run out of memory has lost a thread at least: it
   * ends, and says so, instead of going on without it.
   */
  public static final List<String> OF_SERVERS =
      List.of(NATIVE_ACCESS, "-XX:+ExitOnOutOfMemoryError");

  private JvmFlags() {}

  public static List<String> split(String flags) {
    return Arrays.stream(flags.strip().split("\\s+")).filter(flag -> !flag.isEmpty()).toList();
  }
}
