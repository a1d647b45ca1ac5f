package io.hybridycsb.harness.bench.hosts;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.system.programs.Home;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Requires that a host has the same files of the release that clients use as this machine. */
final class ReleaseCheck {
  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  private final Commands commands;
  private final Collection<String> systems;
  private final SortedMap<String, String> here;

  /**
   * @param systems whose bindings are needed
   */
  ReleaseCheck(Home home, Commands commands, Collection<String> systems)
      throws InterruptedException {
    this.commands = commands;
    this.systems = systems;
    this.here =
        sums(
            commands.run(
                "this machine",
                script(home.directory().toString(), System.getProperty("java.home")).command(),
                Optional.empty(),
                TIMEOUT));
  }

  private Host.Script script(String home, String javaHome) {
    return Host.Script.of("check.sh", home, javaHome).with(systems);
  }

  /** Fails if the host can't be reached, has no Java, or another build of the release. */
  void require(Host host) throws InterruptedException {
    Host.Script script = script(host.home(), host.environment().getOrDefault("JAVA_HOME", ""));
    SortedMap<String, String> there = sums(commands.run(host, script, TIMEOUT));
    firstDifference(here, there)
        .ifPresent(
            file -> {
              throw new HarnessException(
                  ("%s: %s is of another build of hybrid-ycsb in %s than here: unpack the release"
                          + " there that this command is of")
                      .formatted(host.name(), file, host.home()));
            });
  }

  /** Checksum and size by file, as cksum(1) prints them. */
  static SortedMap<String, String> sums(String printed) {
    SortedMap<String, String> sums = new TreeMap<>();
    printed
        .lines()
        .map(line -> line.split(" ", 3))
        .filter(fields -> fields.length == 3)
        .forEach(fields -> sums.put(fields[2], fields[0] + " " + fields[1]));
    return sums;
  }

  static Optional<String> firstDifference(
      SortedMap<String, String> here, SortedMap<String, String> there) {
    SortedMap<String, String> all = new TreeMap<>(here);
    all.putAll(there);
    return all.keySet().stream()
        .filter(file -> !all.get(file).equals(here.get(file)) || !there.containsKey(file))
        .findFirst();
  }
}
