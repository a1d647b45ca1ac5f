package io.hybridycsb.harness.bench;

import io.hybridycsb.harness.results.RunResult.Machine;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Predicate;
import java.util.stream.Stream;

final class Machines {
  private Machines() {}

  static Machine thisOne() {
    return new Machine(
        name(),
        value(Path.of("/proc/cpuinfo"), "model name", ":", System.getProperty("os.arch")),
        Runtime.getRuntime().availableProcessors(),
        memoryBytes(),
        "%s %s, %s"
            .formatted(
                System.getProperty("os.name"),
                System.getProperty("os.version"),
                value(Path.of("/etc/os-release"), "PRETTY_NAME", "=", "unknown distribution")));
  }

  private static String name() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown";
    }
  }

  private static long memoryBytes() {
    String kb = value(Path.of("/proc/meminfo"), "MemTotal", ":", "").replaceAll("[^0-9]", "");
    return kb.isEmpty() ? -1 : Long.parseLong(kb) * 1024;
  }

  private static String value(Path file, String name, String separator, String otherwise) {
    Predicate<String> wanted = line -> line.startsWith(name);
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .filter(wanted)
          .map(line -> line.substring(line.indexOf(separator) + 1).strip().replace("\"", ""))
          .findFirst()
          .orElse(otherwise);
    } catch (IOException e) {
      return otherwise;
    }
  }
}
