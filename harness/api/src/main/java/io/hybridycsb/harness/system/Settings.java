package io.hybridycsb.harness.system;

import io.hybridycsb.harness.UsageException;
import io.hybridycsb.settings.Secrets;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The checked options of the user, with defaults for the others. */
public final class Settings {
  private final List<SystemOption> options;
  private final SortedMap<String, String> given;

  /**
   * @param options the options that the system knows
   * @param given what the user set
   * @throws UsageException if an option is unknown, naming the valid ones, or a value is bad
   */
  public Settings(List<SystemOption> options, Map<String, String> given) {
    this.options = List.copyOf(options);
    this.given = new TreeMap<>(given);
    this.given.forEach((key, value) -> option(key).check(key, value));
  }

  private SystemOption option(String key) {
    return options.stream()
        .filter(option -> option.covers(key))
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException(
                    "unknown option '%s'; valid are: %s".formatted(key, names(options))));
  }

  private static String names(List<SystemOption> options) {
    return options.stream().map(SystemOption::name).collect(Collectors.joining(", "));
  }

  /** The value or the default; empty if there is neither. */
  public String get(String key) {
    return given.getOrDefault(key, option(key).defaultValue());
  }

  /** The value as a number, for options with numeric values only. */
  public long getLong(String key) {
    return Long.parseLong(get(key));
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
   * The same for a program's command line.
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
          if (option(key).fixed() && !get(key).equals(value)) {
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
