package io.hybridycsb.harness.system;

import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.system.programs.GoProgram;
import io.hybridycsb.settings.Secrets;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * An option of a system, set by {@code --set NAME=VALUE}.
 *
 * @param name its name; a name that ends in {@code .*} stands for every option that begins so
 * @param defaultValue its value if not set; empty if the server's own default holds
 * @param expected what a value must be, in words
 * @param description what it does, in one line
 * @param fixed whether it cannot change once the cluster has data
 * @param valid recognizes valid values
 */
public record SystemOption(
    String name,
    String defaultValue,
    String expected,
    String description,
    boolean fixed,
    Predicate<String> valid) {

  /** A JVM's option that sets one, such as {@code -Djavax.net.ssl.keyStorePassword=}. */
  private static final Pattern JVM_SECRET =
      Pattern.compile("(?i)-D\\S*(password|passwd|passphrase|secret|token)=");

  /** Any text. */
  public static SystemOption text(String name, String defaultValue, String description) {
    return new SystemOption(name, defaultValue, "text", description, false, value -> true);
  }

  /**
   * The program to run, if not one that is found or built.
   *
   * @param use what it is for users
   */
  public static SystemOption program(GoProgram.Description wanted, String use) {
    return text(
        wanted.option(),
        "",
        "%s; otherwise $%s, the PATH's, one built with Go".formatted(use, wanted.variable()));
  }

  /** A whole number within bounds, both included. */
  public static SystemOption integer(
      String name, String defaultValue, long min, long max, String description) {
    String expected = "a whole number from %d to %d".formatted(min, max);
    return new SystemOption(
        name, defaultValue, expected, description, false, value -> within(value, min, max));
  }

  /** One of a few words; the first is the default. */
  public static SystemOption choice(String name, List<String> choices, String description) {
    String expected = "one of " + String.join(", ", choices);
    return new SystemOption(name, choices.get(0), expected, description, false, choices::contains);
  }

  /** A memory size as the JVM takes it. */
  public static SystemOption memory(String name, String defaultValue, String description) {
    return new SystemOption(
        name,
        defaultValue,
        "a size such as 512m or 2g",
        description,
        false,
        value -> value.matches("[1-9][0-9]*[mMgG]"));
  }

  /** The same option, but fixed once the cluster has data. */
  public SystemOption fixedAtCreation() {
    return new SystemOption(name, defaultValue, expected, description, true, valid);
  }

  public boolean isPattern() {
    return name.endsWith(".*");
  }

  /** Whether it is the option of this name, or a pattern that takes it. */
  public boolean covers(String key) {
    return isPattern()
        ? key.length() > name.length() - 1 && key.startsWith(name.substring(0, name.length() - 1))
        : key.equals(name);
  }

  void check(String key, String value) {
    if (!valid.test(value)) {
      throw new UsageException(
          "%s must be %s, not '%s'".formatted(key, expected, Secrets.shown(key, value)));
    }
    if (JVM_SECRET.matcher(value).find()) {
      throw new UsageException(
          key
              + " has a secret, and would stand in a command line, which every user of this machine can read");
    }
  }

  private static boolean within(String value, long min, long max) {
    try {
      long number = Long.parseLong(value);
      return number >= min && number <= max;
    } catch (NumberFormatException e) {
      return false;
    }
  }
}
