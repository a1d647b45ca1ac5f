package io.hybridycsb.ycsb.support;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;

/** The machine whose monotonic clock this process reads. */
final class ClockName {
  /** Linux makes a new id at each boot, when its monotonic clock starts from 0, too. */
  private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

  /** A process in a time namespace of its own may have another monotonic clock. */
  private static final Path TIME_NAMESPACE = Path.of("/proc/self/ns/time");

  /** What that is outside of all containers: PROC_TIME_INIT_INO of Linux' proc_ns.h. */
  private static final String INITIAL = "time:[4026531834]";

  private ClockName() {}

  /** The same for all processes whose {@link System#nanoTime} can be compared. */
  static String name() {
    try {
      return Files.readString(BOOT_ID).strip() + suffix(timeNamespace());
    } catch (IOException e) {
      return hostName();
    }
  }

  /** What a clock's name ends with in a time namespace. */
  static String suffix(String namespace) {
    return namespace.equals(INITIAL) ? "" : " " + namespace;
  }

  private static String timeNamespace() {
    try {
      return Files.readSymbolicLink(TIME_NAMESPACE).toString();
    } catch (IOException e) {
      // Linux before 5.6 has none.
      return INITIAL;
    }
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (IOException e) {
      return "unknown";
    }
  }
}
