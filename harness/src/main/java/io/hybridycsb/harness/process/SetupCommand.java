package io.hybridycsb.harness.process;

import java.util.List;

/**
 * A command that prepares a process, run until it has succeeded once.
 *
 * @param name what it does, in words joined by hyphens; also names its marker file
 * @param command program and arguments
 */
public record SetupCommand(String name, List<String> command) {
  public SetupCommand {
    command = List.copyOf(command);
  }
}
