package io.hybridycsb.settings;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The properties that a server has. The environment variable of {@code block.transactions.max} is
 * {@code HYBRID_BLOCK_TRANSACTIONS_MAX}.
 */
public final class SettingNames {
  /** How a line of the log looks. */
  public enum LogFormat {
    TEXT,
    JSON
  }

  /** Which way logs are written; a property of every server. */
  public static final Property<LogFormat> LOG_FORMAT =
      Property.choice("log.format", LogFormat.TEXT, "the log's lines: for people, or JSON objects");

  /** Where metrics are shown; a property of every server. */
  public static final Property<InetSocketAddress> METRICS_LISTEN =
      Property.of(
          "metrics.listen",
          Form.address(),
          "",
          "address of /metrics, /healthz and /readyz; none if empty");

  static final String PREFIX = "HYBRID_";

  /** Variables of the hybrid command and of tests whose names begin like a property's. */
  private static final Set<String> OF_OTHERS = Set.of("HYBRID_ABCI_PORT", "HYBRID_REDIS_SERVER");

  /** As many as a line of the help holds. */
  private static final Pattern WORDS = Pattern.compile("(.{1,72})(?: +|$)");

  private final SortedMap<String, Property<?>> declared = new TreeMap<>();

  /** The current names, by former name. */
  private final Map<String, String> former = new HashMap<>();

  /**
   * @param properties of two with one name the later counts; those of every server are included
   *     anyway
   */
  public SettingNames(Collection<Property<?>> properties) {
    declared.put(LOG_FORMAT.name(), LOG_FORMAT);
    declared.put(METRICS_LISTEN.name(), METRICS_LISTEN);
    properties.forEach(property -> declared.put(property.name(), property));
    declared.forEach((name, property) -> property.formerName().ifPresent(f -> former.put(f, name)));
  }

  /** All of them, by their names. */
  public SortedMap<String, Property<?>> declared() {
    return Collections.unmodifiableSortedMap(declared);
  }

  boolean isKnown(String name) {
    return former.containsKey(name) || form(name).isPresent();
  }

  /** The current name of a known property. */
  String today(String name) {
    return former.getOrDefault(name, name);
  }

  /** The printable form of a value. */
  String printable(String name, String value) {
    boolean secret = form(name).map(declared::get).filter(Property::isSecret).isPresent();
    return secret && !value.isEmpty() ? Secrets.HIDDEN : value;
  }

  /** The name as it was declared, with {@code #} for a number. */
  private Optional<String> form(String name) {
    if (declared.containsKey(name)) {
      return Optional.of(name);
    }
    return declared.values().stream()
        .filter(property -> property.covers(name))
        .map(Property::name)
        .findFirst();
  }

  /** The environment variable of a property. */
  static String variable(String name) {
    return PREFIX + name.toUpperCase(Locale.ROOT).replace('.', '_');
  }

  /** The property whose environment variable this is, if any. */
  Optional<String> ofVariable(String variable) {
    for (String name : former.keySet()) {
      if (variable.equals(variable(name))) {
        return Optional.of(name);
      }
    }
    for (String form : declared.keySet()) {
      if (variable.equals(variable(form))) {
        return Optional.of(form);
      }
      if (form.contains("#") && variable.matches(variable(form).replace("#", "[1-9][0-9]*"))) {
        return Optional.of(named(form, variable));
      }
    }
    return Optional.empty();
  }

  /** The name with the variable's number in place of the form's {@code #}. */
  private static String named(String form, String variable) {
    return form.replace("#", variable.replaceAll("[^0-9]", ""));
  }

  /**
   * Whether a variable was probably meant for a property: it begins like one's, or is nearly one's.
   * Other variables with the prefix are other programs'.
   */
  boolean isMeant(String variable) {
    if (!variable.startsWith(PREFIX) || OF_OTHERS.contains(variable)) {
      return false;
    }
    String words = words(variable);
    String first = firstWord(words);
    return declared.keySet().stream().anyMatch(form -> firstWord(form).equals(first))
        || !near(words).isEmpty();
  }

  private static String firstWord(String name) {
    return name.split("\\.", 2)[0].replaceAll("[0-9#]", "");
  }

  private static String words(String variable) {
    return variable.substring(PREFIX.length()).toLowerCase(Locale.ROOT).replace('_', '.');
  }

  private List<String> near(String name) {
    return NearNames.of(name, declared.keySet());
  }

  /** The names near an unknown one, or all; for a message. */
  String adviceFor(String name) {
    List<String> near = near(name);
    return near.isEmpty()
        ? "known are " + String.join(", ", declared.keySet())
        : "near it: " + String.join(", ", near);
  }

  /** The same for an environment variable. */
  String adviceForVariable(String variable) {
    List<String> near = near(words(variable));
    return (near.isEmpty() ? "known are " : "near it: ")
        + (near.isEmpty() ? declared.keySet() : near)
            .stream().map(SettingNames::variable).collect(Collectors.joining(", "));
  }

  /**
   * The part of a command's help below its options: where values come from, in which order, and all
   * names with their defaults and descriptions.
   *
   * @param file what gives the file, such as {@code --config}
   */
  public String[] help(String file) {
    String head =
        """

        The value of a property is the first that there is of:
          1. --set NAME=VALUE
          2. the environment variable HYBRID_NAME: upper case, _ for each dot
             (block.transactions.max is HYBRID_BLOCK_TRANSACTIONS_MAX)
          3. the file that %s names
          4. its default
        An unknown name is refused. Secrets are better given by file or environment,
        for others on the machine can see the arguments of a command.

        Properties [defaults]; # is a number:
        """;
    List<String> lines = new ArrayList<>(head.formatted(file).lines().toList());
    for (Property<?> property : declared.values()) {
      lines.add(
          "  " + property.name() + given(property) + (property.isSecret() ? " (secret)" : ""));
      lines.addAll(WORDS.matcher(property.description()).replaceAll("      $1\n").lines().toList());
    }
    return lines.stream().map(line -> line.replace("%", "%%")).toArray(String[]::new);
  }

  private static String given(Property<?> property) {
    return property
        .defaultValue()
        .map(value -> value.isEmpty() ? "" : " [" + value + "]")
        .orElse(" (required)");
  }
}
