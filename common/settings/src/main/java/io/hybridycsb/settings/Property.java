package io.hybridycsb.settings;

import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The declaration of one property of a program.
 *
 * @param name words with dots between them, such as {@code block.linger.ms}; {@code #} stands for a
 *     number, as in {@code shard#.rpc}, and {@code *} at the end for any words
 * @param form the form of its values
 * @param defaultValue the value if the property isn't given; empty if it must be given
 * @param description one line for people
 * @param isSecret whether its values are never printed
 * @param isFixed whether it can't change any more once there are data
 * @param formerName a name that a server accepts as well
 */
public record Property<T>(
    String name,
    Form<T> form,
    Optional<String> defaultValue,
    String description,
    boolean isSecret,
    boolean isFixed,
    Optional<String> formerName) {

  /** The properties that classes declare as constants; a class's own list comes after them. */
  public static List<Property<?>> declaredIn(Class<?>... classes) {
    List<Property<?>> declared = new ArrayList<>();
    for (Class<?> each : classes) {
      for (Field field : each.getDeclaredFields()) {
        if (field.getType() == Property.class) {
          declared.add(constant(field));
        }
      }
    }
    return declared;
  }

  private static Property<?> constant(Field field) {
    try {
      field.setAccessible(true);
      return Objects.requireNonNull((Property<?>) field.get(null), field + " comes too late");
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(field + " can't be read", e);
    }
  }

  /** A property that has a default; an empty one stands for no value. */
  public static <T> Property<T> of(
      String name, Form<T> form, String defaultValue, String description) {
    return new Property<>(
        name, form, Optional.of(defaultValue), description, false, false, Optional.empty());
  }

  /** A property that must be given. */
  public static <T> Property<T> required(String name, Form<T> form, String description) {
    return new Property<>(
        name, form, Optional.empty(), description, false, false, Optional.empty());
  }

  /** A path that must be given. */
  public static Property<Path> requiredFile(String name, String description) {
    return required(name, Form.file(), description);
  }

  /** Addresses that must be given, {@code HOST:PORT}, with commas between them. */
  public static Property<List<String>> requiredAddresses(String name, String description) {
    return required(name, Form.addresses(), description);
  }

  /** A text, by default {@code defaultValue}. */
  public static Property<String> text(
      String name, String usage, String defaultValue, String description) {
    return of(name, Form.text(usage), defaultValue, description);
  }

  /** What begins with a prefix, by names that the program it is for knows. */
  public static Property<String> any(String prefix, String description) {
    return text(prefix + "*", "text", "", description);
  }

  /** A whole number from {@code min} to {@code max}. */
  public static Property<Integer> integer(
      String name, int defaultValue, int min, int max, String description) {
    return of(name, Form.integer(min, max), Integer.toString(defaultValue), description);
  }

  /** The same where an int may be too small. */
  public static Property<Long> number(
      String name, long defaultValue, long min, long max, String description) {
    return of(name, Form.number(min, max), Long.toString(defaultValue), description);
  }

  /** A whole number without a default, or with one as a text. */
  public static Property<Long> number(
      String name, String defaultValue, long min, long max, String description) {
    return of(name, Form.number(min, max), defaultValue, description);
  }

  /** One of a few words; the first is the default. */
  public static Property<String> choice(String name, List<String> words, String description) {
    return of(name, Form.words(words), words.get(0), description);
  }

  /** A memory size as the JVM takes it. */
  public static Property<String> memory(String name, String defaultValue, String description) {
    return of(name, Form.memory(), defaultValue, description);
  }

  /** One of an enum's constants, written in lower case. */
  public static <E extends Enum<E>> Property<E> choice(
      String name, E defaultValue, String description) {
    Form<E> form = Form.choice(defaultValue.getDeclaringClass());
    return of(name, form, Form.word(defaultValue), description);
  }

  /** {@code true} or {@code false}. */
  public static Property<Boolean> flag(String name, boolean defaultValue, String description) {
    return of(name, Form.flag(), Boolean.toString(defaultValue), description);
  }

  /**
   * The same property, as a secret: its values are never printed.
   *
   * @throws IllegalArgumentException if {@link Secrets} doesn't know such names
   */
  public Property<T> secret() {
    if (!Secrets.isSecret(name)) {
      throw new IllegalArgumentException(
          "by the name %s nobody can tell that it is secret; see Secrets".formatted(name));
    }
    return new Property<>(name, form, defaultValue, description, true, isFixed, formerName);
  }

  /** The same property, which can't change any more once there are data. */
  public Property<T> fixed() {
    return new Property<>(name, form, defaultValue, description, isSecret, true, formerName);
  }

  /** The same property with a former name. */
  public Property<T> formerly(String former) {
    return new Property<>(
        name, form, defaultValue, description, isSecret, isFixed, Optional.of(former));
  }

  /** The same with another default. */
  public Property<T> withDefault(String otherDefault) {
    return new Property<>(
        name, form, Optional.of(otherDefault), description, isSecret, isFixed, formerName);
  }

  /** The property with this number in place of the name's {@code #}. */
  public Property<T> numbered(int number) {
    return new Property<>(
        name.replace("#", Integer.toString(number)),
        form,
        defaultValue,
        description,
        isSecret,
        isFixed,
        formerName);
  }

  /** Whether it is the property of this name, or stands for names like it. */
  public boolean covers(String candidate) {
    return name.equals(candidate)
        || isPattern()
            && candidate.matches(
                name.replace(".", "\\.").replace("*", ".+").replace("#", "[1-9][0-9]*"));
  }

  /** Whether it stands for several names. */
  public boolean isPattern() {
    return name.contains("#") || name.endsWith("*");
  }

  /** The property in an error's list of valid ones: {@code veritas.commit=sync|async [sync]}. */
  String usage() {
    String preset =
        defaultValue.map(v -> v.isEmpty() ? "[none]" : "[" + v + "]").orElse("(required)");
    return name + "=" + form.usage() + " " + preset;
  }
}
