package io.hybridycsb.harness.flame;

import java.util.List;
import java.util.regex.Pattern;

/** Whose code a frame is, which gives it its colour. */
enum Code {
  OURS("this project", "io.hybridycsb."),
  KAFKA("Kafka", "org.apache.kafka.", "kafka."),
  RPC("gRPC, Netty", "io.grpc.", "io.netty.", "io.perfmark."),
  ROCKSDB("RocksDB", "org.rocksdb."),
  REDIS("Redis client", "redis.clients."),
  JDK("JDK", "java.", "javax.", "jdk.", "sun.", "com.sun."),
  OTHER("other libraries"),
  KERNEL("kernel"),
  MACHINE("compilers, collectors, JVM"),
  THREAD("threads outside Java");

  /** In front of the packages of libraries in our bindings' jars. */
  private static final Pattern SHADED = Pattern.compile("^io\\.hybridycsb\\.shaded\\.[^.]+\\.");

  private final String inWords;
  private final List<String> packages;

  Code(String inWords, String... packages) {
    this.inWords = inWords;
    this.packages = List.of(packages);
  }

  String inWords() {
    return inWords;
  }

  /** The name of a frame above a group of threads, as its library has it. */
  static String unshaded(String frame) {
    return SHADED.matcher(frame).replaceFirst("");
  }

  /** That of a frame above a group of threads. */
  static Code ofFrame(String frame) {
    if (frame.equals(Profile.KERNEL)) {
      return KERNEL;
    }
    String name = unshaded(frame);
    for (Code code : values()) {
      if (code.packages.stream().anyMatch(name::startsWith)) {
        return code;
      }
    }
    return OTHER;
  }

  /** That of a group of threads. */
  static Code ofThreads(String group) {
    return Threads.kind(group) == Threads.Kind.PROGRAM ? THREAD : MACHINE;
  }
}
