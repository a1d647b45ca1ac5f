package io.hybridycsb.harness.process;

import java.nio.file.Path;
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

  /** The file that says that it has succeeded for this process. */
  public Path marker(ProcessSpec process) {
    return process.dir().resolve(name + ".done");
  }

  /** Where its output goes. */
  public LogFile log(ProcessSpec process) {
    return new LogFile(process.dir().resolve(name + ".log"));
  }
}
