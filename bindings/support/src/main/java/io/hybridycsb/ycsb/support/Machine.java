package io.hybridycsb.ycsb.support;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;

/** The machine whose monotonic clock this process reads. */
final class Machine {
  /** Linux makes a new id at each boot, when its monotonic clock starts from 0, too. */
  private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

  private Machine() {}

  /** The same for all processes whose {@link System#nanoTime} can be compared. */
  static String name() {
    try {
      return Files.readString(BOOT_ID).strip();
    } catch (IOException e) {
      return hostName();
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
