package io.hybridycsb.settings;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A server's configuration. A property's value is the first one given by: a flag {@code --set
 * NAME=VALUE}, the environment variable {@code HYBRID_NAME}, the file, the default. An unknown name
 * or a malformed value is an error of one line that says where it comes from and what was expected.
 * No message has the value of a secret.
 */
public final class Settings {
  private static final String DEFAULT = "default";
  private static final String FLAG = "--set";

  /** A value, where it comes from, and the name that stands there. */
  private record Setting(String text, String source, String name) {}

  private final SettingNames names;
  private final SortedMap<String, Setting> values = new TreeMap<>();

  /** The properties whose value comes from the environment or a flag. */
  private final TreeSet<String> overridden = new TreeSet<>();

  private Settings(SettingNames names) {
    this.names = names;
    names
        .declared()
        .forEach(
            (name, property) -> {
              if (!name.contains("#")) {
                values.put(name, new Setting(property.defaultValue().orElse(""), DEFAULT, name));
              }
            });
  }

  /**
   * Puts a server's configuration together.
   *
   * @param files properties files, a later one above an earlier one; may be none
   * @param environment all variables; those that are other programs' are left alone
   * @param flags {@code NAME=VALUE} each, a later one above an earlier one
   * @throws IllegalArgumentException if a file can't be read, a name is unknown, or a property that
   *     is required has no value
   */
  public static Settings read(
      SettingNames names, List<Path> files, Map<String, String> environment, List<String> flags) {
    Settings settings = new Settings(names);
    files.forEach(settings::takeFile);
    new TreeMap<>(environment).forEach(settings::takeVariable);
    flags.forEach(settings::takeFlag);
    settings.requireAll(files);
    return settings;
  }

  private void takeFile(Path file) {
    Properties given = load(file);
    for (String name : new TreeSet<>(given.stringPropertyNames())) {
      take(name, given.getProperty(name), file.toString());
    }
  }

  /**
   * Reads a properties file.
   *
   * @throws IllegalArgumentException if it is absent or can't be read
   */
  public static Properties load(Path file) {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
      return properties;
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException("no configuration file " + file, e);
    } catch (IOException | IllegalArgumentException e) {
      throw new IllegalArgumentException("can't read " + file + ": " + e.getMessage(), e);
    }
  }

  private void takeVariable(String variable, String value) {
    if (!variable.startsWith(SettingNames.PREFIX)) {
      return;
    }
    names
        .ofVariable(variable)
        .ifPresentOrElse(
            name -> {
              overridden.add(take(name, value, variable));
            },
            () -> requireNotMeant(variable));
  }

  private void requireNotMeant(String variable) {
    if (names.isMeant(variable)) {
      throw new IllegalArgumentException(
          "unknown environment variable %s; %s"
              .formatted(variable, names.adviceForVariable(variable)));
    }
  }

  private void takeFlag(String flag) {
    int equals = flag.indexOf('=');
    if (equals < 1) {
      throw new IllegalArgumentException(FLAG + " takes NAME=VALUE");
    }
    String name = flag.substring(0, equals).strip();
    overridden.add(take(name, flag.substring(equals + 1), FLAG));
  }

  /** Returns the property's current name. */
  private String take(String name, String value, String source) {
    if (!names.isKnown(name)) {
      throw new IllegalArgumentException(
          "%s: unknown property %s; %s".formatted(source, name, names.adviceFor(name)));
    }
    String today = names.today(name);
    Setting before = values.put(today, new Setting(value.strip(), source, name));
    if (before != null && !before.source().equals(DEFAULT) && !before.name().equals(name)) {
      throw new IllegalArgumentException(
          "%s: %s and %s of %s are one property; give it once, as %s"
              .formatted(source, name, before.name(), before.source(), today));
    }
    return today;
  }

  private void requireAll(List<Path> files) {
    for (String name : values.keySet()) {
      Property<?> property = names.declared().get(name);
      if (property != null && property.defaultValue().isEmpty() && text(name).isEmpty()) {
        String where = files.isEmpty() ? "" : files.get(0) + ": ";
        throw new IllegalArgumentException(where + "property " + name + " is missing");
      }
    }
  }

  /** A property's value; empty when there is none. */
  public String text(String name) {
    Setting given = values.get(name);
    return given == null ? "" : given.text();
  }

  /**
   * The value of one of the server's properties.
   *
   * @throws IllegalArgumentException if it is not of the property's form
   */
  public <T> T get(Property<T> property) {
    return get(property, property.form());
  }

  /** The same for a form that depends on more than the declaration. */
  public <T> T get(Property<?> property, Form<T> form) {
    try {
      return form.parser().apply(text(property.name()));
    } catch (IllegalArgumentException e) {
      throw wrong(property.name(), "is " + form.words());
    }
  }

  /**
   * The same, if there is a value.
   *
   * @throws IllegalArgumentException if it is not of the property's form
   */
  public <T> Optional<T> find(Property<T> property) {
    return text(property.name()).isEmpty() ? Optional.empty() : Optional.of(get(property));
  }

  /**
   * An error that says what was expected of a property.
   *
   * @param expected such as {@code is HOST:PORT}
   */
  public IllegalArgumentException wrong(String name, String expected) {
    return new IllegalArgumentException(
        "%s: %s %s, not %s"
            .formatted(source(name), name, expected, names.printable(name, text(name))));
  }

  /** Where a property's value comes from, for messages. */
  public String source(String name) {
    Setting given = values.get(name);
    return given == null ? DEFAULT : given.source();
  }

  /**
   * A message about arguments that were not understood, without the values in it: a secret may
   * follow a mistyped flag.
   */
  public static String withoutValues(String message) {
    return message.replaceAll("=[^']*'", "=...'");
  }

  /**
   * The properties set by the environment and flags, a line each, for the log: name, value unless
   * it is secret, and its source.
   */
  public List<String> overrides() {
    List<String> lines = new ArrayList<>();
    for (String name : overridden) {
      String value = names.printable(name, text(name));
      lines.add("%s=%s (%s)".formatted(name, value, source(name)));
    }
    return lines;
  }
}
