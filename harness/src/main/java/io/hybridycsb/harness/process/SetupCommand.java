package io.hybridycsb.harness.process;

import java.util.List;

/**
 * A command that prepares a process: until it has succeeded once, or before each restart.
 *
 * @param name what it does, in words joined by hyphens; also names its log and marker file
 * @param command program and arguments
 */
public record SetupCommand(String name, List<String> command) {
  public SetupCommand {
    command = List.copyOf(command);
  }
}
