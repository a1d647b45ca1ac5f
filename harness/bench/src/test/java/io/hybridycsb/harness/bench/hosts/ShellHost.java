package io.hybridycsb.harness.bench.hosts;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** A shell of this machine in the place of another host. */
record ShellHost(String name, String home, Path temporary) implements Host {
  @Override
  public SortedMap<String, String> environment() {
    return new TreeMap<>();
  }

  @Override
  public List<String> command(Script script) {
    List<String> command = new ArrayList<>(List.of("env", "TMPDIR=" + temporary));
    command.addAll(script.command());
    return command;
  }
}
