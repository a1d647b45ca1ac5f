package io.hybridycsb.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The properties that a server has: their names, defaults, which of them must be given, and which
 * are secret. Names are words with dots between them; {@code #} stands for a number, as in {@code
 * shard#.rpc}. The environment variable of {@code block.transactions.max} is {@code
 * HYBRID_BLOCK_TRANSACTIONS_MAX}.
 */
public final class SettingNames {
  /** Which way logs are written; a property of every server. */
  public static final String LOG_FORMAT = "log.format";

  /** Where metrics are shown; a property of every server. */
  public static final String METRICS_LISTEN = "metrics.listen";

  static final String PREFIX = "HYBRID_";

  /** Variables of the hybrid command and of tests that begin as one of ours might. */
  private static final Set<String> OF_OTHERS = Set.of("HYBRID_ABCI_PORT", "HYBRID_REDIS_SERVER");

  private static final String HIDDEN = "(hidden)";

  private final SortedMap<String, String> defaults = new TreeMap<>();
  private final Set<String> required;
  private final Set<String> secrets;

  /**
   * @param defaults by name, empty where there is none; those of every server need not be named
   * @param required names of properties that have no default and must be given
   * @param secrets names of properties whose values are never printed
   */
  public SettingNames(Map<String, String> defaults, Set<String> required, Set<String> secrets) {
    this.defaults.put(LOG_FORMAT, "text");
    this.defaults.put(METRICS_LISTEN, "");
    required.forEach(name -> this.defaults.put(name, ""));
    this.defaults.putAll(defaults);
    this.required = Set.copyOf(required);
    this.secrets = Set.copyOf(secrets);
  }

  SortedMap<String, String> defaults() {
    return defaults;
  }

  boolean isRequired(String name) {
    return required.contains(name);
  }

  boolean isKnown(String name) {
    return form(name).isPresent();
  }

  /** What may be printed of a value. */
  String printable(String name, String value) {
    return form(name).filter(secrets::contains).isPresent() && !value.isEmpty() ? HIDDEN : value;
  }

  /** The name as it was declared, with {@code #} for a number. */
  private Optional<String> form(String name) {
    if (defaults.containsKey(name)) {
      return Optional.of(name);
    }
    return defaults.keySet().stream()
        .filter(form -> form.contains("#") && name.matches(pattern(form)))
        .findFirst();
  }

  private static String pattern(String form) {
    return form.replace(".", "\\.").replace("#", "[1-9][0-9]*");
  }

  /** The environment variable of a property. */
  static String variable(String name) {
    return PREFIX + name.toUpperCase(Locale.ROOT).replace('.', '_');
  }

  /** The property whose environment variable this is, if it is one's. */
  Optional<String> ofVariable(String variable) {
    for (String form : defaults.keySet()) {
      if (variable.equals(variable(form))) {
        return Optional.of(form);
      }
      if (form.contains("#") && variable.matches(variable(form).replace("#", "[1-9][0-9]*"))) {
        return Optional.of(named(form, variable));
      }
    }
    return Optional.empty();
  }

  /** The name of this form with the number of the variable. */
  private static String named(String form, String variable) {
    return form.replace("#", variable.replaceAll("[^0-9]", ""));
  }

  /**
   * Whether a variable that is no property's was meant to be one's: it begins like one, or is
   * nearly one. Other variables with the prefix are other programs'.
   */
  boolean isMeant(String variable) {
    if (!variable.startsWith(PREFIX) || OF_OTHERS.contains(variable)) {
      return false;
    }
    String words = words(variable);
    String first = firstWord(words);
    return defaults.keySet().stream().anyMatch(form -> firstWord(form).equals(first))
        || !near(words).isEmpty();
  }

  private static String firstWord(String name) {
    return name.split("\\.", 2)[0].replaceAll("[0-9#]", "");
  }

  private static String words(String variable) {
    return variable.substring(PREFIX.length()).toLowerCase(Locale.ROOT).replace('_', '.');
  }

  private List<String> near(String name) {
    return NearNames.of(name, defaults.keySet());
  }

  /** Names near one that is not known, or all; for a message. */
  String adviceFor(String name) {
    List<String> near = near(name);
    return near.isEmpty()
        ? "known are " + String.join(", ", defaults.keySet())
        : "near it: " + String.join(", ", near);
  }

  /** The same for an environment variable. */
  String adviceForVariable(String variable) {
    List<String> near = near(words(variable));
    return (near.isEmpty() ? "known are " : "near it: ")
        + (near.isEmpty() ? defaults.keySet() : near)
            .stream().map(SettingNames::variable).collect(Collectors.joining(", "));
  }

  /**
   * What a command's help says below its options: where values come from, in which order, and all
   * names with their defaults.
   *
   * @param file what gives the file, such as {@code --config}
   */
  public String[] help(String file) {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add("The value of a property is the first that there is of:");
    lines.add("  1. --set NAME=VALUE");
    lines.add("  2. the environment variable HYBRID_NAME: upper case, _ for each dot");
    lines.add("     (block.transactions.max is HYBRID_BLOCK_TRANSACTIONS_MAX)");
    lines.add("  3. the file that " + file + " names");
    lines.add("  4. its default");
    lines.add("An unknown name is refused. Secrets are better given by file or environment,");
    lines.add("for others on the machine can see the arguments of a command.");
    lines.add("");
    lines.add("Properties [defaults]; # is a number:");
    defaults.forEach((name, value) -> lines.add("  " + name + described(name, value)));
    return lines.stream().map(line -> line.replace("%", "%%")).toArray(String[]::new);
  }

  private String described(String name, String value) {
    String given = isRequired(name) ? " (required)" : value.isEmpty() ? "" : " [" + value + "]";
    return given + (secrets.contains(name) ? " (secret)" : "");
  }
}
