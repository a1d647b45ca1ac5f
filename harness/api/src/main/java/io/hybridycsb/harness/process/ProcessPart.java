package io.hybridycsb.harness.process;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.nio.file.Path;

/**
 * A server that runs in a process with others.
 *
 * @param name its name for users, as if it were a process
 * @param role what it does, likewise
 * @param dir its directory with configuration, data and log
 */
public record ProcessPart(String name, String role, Path dir) {

  /** Where its output goes. */
  @JsonIgnore
  public LogFile log() {
    return new LogFile(dir.resolve(name + ".log"));
  }
}
