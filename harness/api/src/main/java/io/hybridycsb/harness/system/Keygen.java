package io.hybridycsb.harness.system;

import io.hybridycsb.harness.UsageException;
import java.util.List;
import java.util.function.Consumer;

/**
 * How {@code keygen} makes keys and files for a system's processes that other tools start.
 *
 * @param note what users must know before they call it, as text after the system's name; may be
 *     empty
 * @param signsName whether what clients sign is bound to the cluster's name: no two clusters may
 *     have the same then
 * @param options further options for this system
 * @param maker makes them
 */
public record Keygen(
    String note, boolean signsName, List<Option> options, Consumer<ClusterFiles> maker) {
  private static final String HOST_PORT =
      "[^:\\s]+:([0-9]{1,5}|[0-9{}a-z]*\\{(n|from)}[0-9{}a-z]*)";

  public Keygen {
    options = List.copyOf(options);
  }

  /**
   * An option; systems may share it.
   *
   * @param label the placeholder for its value
   * @param description its text, which the default follows; empty if the name says it
   * @param check throws {@link UsageException} on a value that isn't valid
   */
  public record Option(
      String name, String label, String defaultValue, String description, Consumer<String> check) {
    /** A HOST:PORT, in which {@code {n}} and {@code {node}} stand for a node. */
    public static Option address(String name, String defaultValue, String description) {
      return new Option(
          name, "HOST:PORT", defaultValue, description, value -> requireAddress(name, value));
    }
  }

  /**
   * Checks an option's address.
   *
   * @throws UsageException if it isn't a valid address
   */
  public static void requireAddress(String option, String address) {
    if (!address.matches(HOST_PORT)) {
      throw new UsageException("--%s is HOST:PORT, not '%s'".formatted(option, address));
    }
  }
}
