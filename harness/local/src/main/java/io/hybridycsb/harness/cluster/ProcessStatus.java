package io.hybridycsb.harness.cluster;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Locale;

/**
 * A process as {@code hybrid status} shows it.
 *
 * @param pid its process id; null unless it runs
 * @param parts the names of the servers in it, if it runs several
 * @param cpuSeconds CPU time since its start; absent on platforms that don't report it
 * @param rssBytes resident memory; absent on platforms that don't report it
 */
@JsonPropertyOrder({
  "system",
  "name",
  "role",
  "pid",
  "address",
  "dir",
  "parts",
  "state",
  "cpuSeconds",
  "rssBytes"
})
public record ProcessStatus(
    String system,
    String name,
    String role,
    Long pid,
    String address,
    String dir,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> parts,
    State state,
    @JsonInclude(JsonInclude.Include.NON_NULL) Double cpuSeconds,
    @JsonInclude(JsonInclude.Include.NON_NULL) Long rssBytes) {

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
