package io.hybridycsb.harness.cluster;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonValue;
import io.hybridycsb.harness.process.ProcessUse;
import java.util.List;
import java.util.Locale;

/**
 * A process as {@code hybrid status} shows it.
 *
 * @param pid its process id; null unless it runs
 * @param parts the names of the servers in it, if it runs several
 * @param use what it has used; null unless it runs, and on platforms that don't report it
 */
public record ProcessStatus(
    String system,
    String name,
    String role,
    Long pid,
    String address,
    String dir,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> parts,
    State state,
    @JsonUnwrapped ProcessUse use) {

  /** Whether a process runs, was meant to run but does not, or was stopped. */
  public enum State {
    RUNNING,
    DEAD,
    STOPPED;

    @JsonValue
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
