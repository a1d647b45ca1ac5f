package io.hybridycsb.harness.system;

import io.hybridycsb.harness.UsageException;
import java.util.List;
import java.util.function.Consumer;

/**
 * How {@code keygen} makes the keys and files of a system's clusters whose processes others start.
 *
 * @param note what people must know before they call it, in words that follow the system's name;
 *     empty if nothing
 * @param options what it takes for this system, beside what it takes for all
 * @param maker makes them
 */
public record Keygen(String note, List<Option> options, Consumer<ClusterFiles> maker) {
  private static final String HOST_PORT =
      "[^:\\s]+:([0-9]{1,5}|[0-9{}a-z]*\\{(n|from)}[0-9{}a-z]*)";

  public Keygen {
    options = List.copyOf(options);
  }

  /**
   * An option. Systems that share one have the same.
   *
   * @param label what stands for its value
   * @param description its end goes before what its default is; empty if its name says it
   * @param check throws {@link UsageException} on a value that isn't valid
   */
  public record Option(
      String name, String label, String defaultValue, String description, Consumer<String> check) {
    /** HOST:PORT, where {@code {n}} and {@code {node}} stand for a node. */
    public static Option address(String name, String defaultValue, String description) {
      return new Option(
          name, "HOST:PORT", defaultValue, description, value -> requireAddress(name, value));
    }
  }

  /**
   * Checks the address that an option is given.
   *
   * @throws UsageException if it is none
   */
  public static void requireAddress(String option, String address) {
    if (!address.matches(HOST_PORT)) {
      throw new UsageException("--%s is HOST:PORT, not '%s'".formatted(option, address));
    }
  }
}
