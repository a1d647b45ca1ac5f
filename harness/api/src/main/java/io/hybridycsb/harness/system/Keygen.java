package io.hybridycsb.harness.system;

import io.hybridycsb.harness.UsageException;
import io.hybridycsb.settings.Form;
import io.hybridycsb.settings.Property;
import java.util.List;
import java.util.function.Consumer;

/**
 * How {@code keygen} makes keys and files for a system's processes that other tools start.
 *
 * @param note what users must know before they call it, as text after the system's name; may be
 *     empty
 * @param signsName whether what clients sign is bound to the cluster's name: no two clusters may
 *     have the same then
 * @param options further options for this system, which others may have, too
 * @param maker makes them
 */
public record Keygen(
    String note, boolean signsName, List<Property<String>> options, Consumer<ClusterFiles> maker) {
  private static final String HOST_PORT =
      "[^:\\s]+:([0-9]{1,5}|[0-9{}a-z]*\\{(n|from)}[0-9{}a-z]*)";

  private static final Form<String> ADDRESS = new Form<>("HOST:PORT", Keygen::parsed);

  public Keygen {
    options = List.copyOf(options);
  }

  /** An option for a HOST:PORT, in which {@code {n}} and {@code {node}} stand for a node. */
  public static Property<String> address(String name, String defaultValue, String description) {
    return Property.of(name, ADDRESS, defaultValue, description);
  }

  private static String parsed(String address) {
    if (!address.matches(HOST_PORT)) {
      throw new IllegalArgumentException("no address");
    }
    return address;
  }

  /**
   * Checks an option's value.
   *
   * @throws UsageException if it isn't valid
   */
  public static void require(Property<String> option, String value) {
    if (!option.form().accepts(value)) {
      throw new UsageException(
          "--%s is %s, not '%s'".formatted(option.name(), option.form().words(), value));
    }
  }
}
