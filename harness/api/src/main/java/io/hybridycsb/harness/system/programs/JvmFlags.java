package io.hybridycsb.harness.system.programs;

import java.util.Arrays;
import java.util.List;

/** Options of a JVM, in one line. */
public final class JvmFlags {
  /** Avoids newer JDKs' warnings about the native code of cryptography, networking and RocksDB. */
  public static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";

  /**
   * Avoids newer JDKs' warnings about {@code sun.misc.Unsafe} in Cassandra's driver. This is their
   * {@code --sun-misc-unsafe-memory-access=allow}, which JDKs before 23 refuse as an option.
   */
  public static final String UNSAFE_ACCESS = "-Dsun.misc.unsafe.memory.access=allow";

  /**
   * The options of our servers. A server that runs out of memory loses at least one thread, so it
   * ends with a message instead of continuing.
   */
  public static final List<String> OF_SERVERS =
      List.of(NATIVE_ACCESS, "-XX:+ExitOnOutOfMemoryError");

  /**
   * For servers with deep chains of calls, such as gRPC's and Kafka's. By default the optimising
   * compiler inlines so much that it takes more time than the servers win.
   */
  public static final String LESS_INLINING = "-XX:MaxInlineLevel=6 -XX:FreqInlineSize=150";

  /**
   * For servers that are mostly young or mostly idle: a method is optimised after ten times as many
   * calls and loops as by default. What is called often enough for it to pay still is.
   */
  public static final String LATE_OPTIMISING =
      "-XX:Tier4InvocationThreshold=50000 -XX:Tier4MinInvocationThreshold=6000"
          + " -XX:Tier4CompileThreshold=150000 -XX:Tier4BackEdgeThreshold=400000";

  /** For JVMs that live for seconds: compiling their code well would not pay. */
  public static final String SHORT_LIVED = "-XX:TieredStopAtLevel=1";

  private JvmFlags() {}

  public static List<String> split(String flags) {
    return Arrays.stream(flags.strip().split("\\s+")).filter(flag -> !flag.isEmpty()).toList();
  }
}
