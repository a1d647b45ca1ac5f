package io.hybridycsb.harness.system;

import io.hybridycsb.harness.UsageException;
import io.hybridycsb.settings.Form;
import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.Secrets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The checked options of the user, with defaults for the others. */
public final class Settings {
  /** The values of a node's own property, which the node itself checks. */
  private static final Form<String> OF_NODES = Form.text("as nodes take it");

  /** A JVM's option that sets one, such as {@code -Djavax.net.ssl.keyStorePassword=}. */
  private static final Pattern JVM_SECRET =
      Pattern.compile("(?i)-D\\S*(password|passwd|passphrase|secret|token)=");

  private final List<Property<?>> options;
  private final SortedMap<String, String> given;

  /**
   * @param options the options that the system knows
   * @param given what the user set
   * @throws UsageException if an option is unknown, naming the valid ones, or a value is bad
   */
  public Settings(List<Property<?>> options, Map<String, String> given) {
    this.options = List.copyOf(options);
    this.given = new TreeMap<>(given);
    this.given.forEach((key, value) -> check(option(key), key, value));
  }

  /**
   * Options that are a node's own properties, under the same names: the node declares them, with
   * their bounds and defaults.
   *
   * @param page the page that has them
   */
  public static List<Property<?>> ofNodes(String page, String... names) {
    return Arrays.stream(names)
        .<Property<?>>map(
            name -> Property.of(name, OF_NODES, "", "a node's property: docs/systems/" + page))
        .toList();
  }

  private static void check(Property<?> option, String key, String value) {
    if (!option.form().accepts(value)) {
      throw new UsageException(
          "%s must be %s, not '%s'"
              .formatted(key, option.form().words(), Secrets.shown(key, value)));
    }
    if (JVM_SECRET.matcher(value).find()) {
      throw new UsageException(
          key
              + " has a secret, and would stand in a command line, which every user of this machine"
              + " can read");
    }
  }

  private Property<?> option(String key) {
    return options.stream()
        .filter(option -> option.covers(key))
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException(
                    "unknown option '%s'; valid are: %s".formatted(key, names(options))));
  }

  private static String names(List<Property<?>> options) {
    return options.stream().map(Property::name).collect(Collectors.joining(", "));
  }

  /** The value or the default; empty if there is neither. */
  public String get(String key) {
    return given.getOrDefault(key, option(key).defaultValue().orElse(""));
  }

  /**
   * The value as a number, for options with numeric values only.
   *
   * @throws UsageException if a node's own property isn't one
   */
  public long getLong(String key) {
    try {
      return Long.parseLong(get(key));
    } catch (NumberFormatException e) {
      throw new UsageException("%s must be a whole number, not '%s'".formatted(key, get(key)));
    }
  }

  public boolean isSet(String key) {
    return given.containsKey(key);
  }

  /** The options under a pattern such as {@code node.*}, without the pattern's prefix. */
  public SortedMap<String, String> under(String prefix) {
    SortedMap<String, String> found = new TreeMap<>();
    given.forEach(
        (key, value) -> {
          if (key.startsWith(prefix) && option(key).isPattern()) {
            found.put(key.substring(prefix.length()), value);
          }
        });
    return found;
  }

  /**
   * The properties of a node that the user has set: those under {@code node.}, and the options that
   * are a node's own.
   *
   * @param node its name, which {@code {node}} stands for
   */
  public SortedMap<String, String> ofNode(String node) {
    SortedMap<String, String> found = new TreeMap<>();
    given.forEach(
        (key, value) -> {
          if (option(key).form() == OF_NODES) {
            found.put(key, value);
          }
        });
    under("node.").forEach((key, value) -> found.put(key, value.replace("{node}", node)));
    return found;
  }

  /**
   * The same as {@link #under} for a program's command line.
   *
   * @throws UsageException if one is a secret: every user of the machine can read command lines
   */
  public SortedMap<String, String> flags(String prefix) {
    SortedMap<String, String> found = under(prefix);
    found.forEach(
        (name, value) -> {
          if (!Secrets.shown(name, value).equals(value)) {
            throw new UsageException(
                "%s%s is a secret, and would stand in a command line, which every user of this machine can read"
                    .formatted(prefix, name));
          }
        });
    return found;
  }

  /** The options that the user set, without defaults. */
  public Map<String, String> given() {
    return Map.copyOf(given);
  }

  /**
   * These settings, changed for a cluster that already has data.
   *
   * @throws UsageException if a change concerns an option that cannot change any more
   */
  public Settings changed(Map<String, String> changes) {
    Settings wanted = new Settings(options, merged(changes));
    changes.forEach(
        (key, value) -> {
          if (option(key).isFixed() && !get(key).equals(value)) {
            throw new UsageException(
                ("%s is '%s' in the existing cluster and cannot change; remove that cluster with"
                        + " 'hybrid down --purge' first")
                    .formatted(key, Secrets.shown(key, get(key))));
          }
        });
    return wanted;
  }

  private Map<String, String> merged(Map<String, String> changes) {
    Map<String, String> merged = new TreeMap<>(given);
    merged.putAll(changes);
    return merged;
  }
}
