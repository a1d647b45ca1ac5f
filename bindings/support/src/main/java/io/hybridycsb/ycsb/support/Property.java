package io.hybridycsb.ycsb.support;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One property of a binding.
 *
 * @param name with its prefix, such as {@code veritas.timeout.ms}
 * @param expected the values allowed, for people, such as {@code 1..600000} or {@code sync|async}
 * @param defaultValue what holds where the property isn't given; empty if it must be given
 * @param description one line for people
 * @param parser makes the value of a text; throws {@link IllegalArgumentException} where it can't
 */
public record Property<T>(
    String name,
    String expected,
    Optional<String> defaultValue,
    String description,
    Function<String, T> parser) {

  /** Names may have underscores, as in container networks, though a URI's host may not. */
  private static final Pattern ADDRESS =
      Pattern.compile("([\\w.-]+|\\[[0-9a-fA-F:.]+]):[1-9][0-9]{0,4}");

  /** A text that must be given. */
  public static Property<Path> requiredFile(String name, String description) {
    return new Property<>(name, "FILE", Optional.empty(), description, Path::of);
  }

  /** Addresses that must be given, {@code HOST:PORT}, with commas between them. */
  public static Property<List<String>> requiredAddresses(String name, String description) {
    return new Property<>(
        name, "HOST:PORT,...", Optional.empty(), description, Property::addresses);
  }

  private static List<String> addresses(String text) {
    List<String> addresses = Arrays.stream(text.split(",", -1)).map(String::strip).toList();
    if (!addresses.stream().allMatch(ADDRESS.asMatchPredicate())) {
      throw new IllegalArgumentException("not HOST:PORT");
    }
    return addresses;
  }

  /** A text, by default {@code defaultValue}. */
  public static Property<String> text(
      String name, String expected, String defaultValue, String description) {
    return new Property<>(
        name, expected, Optional.of(defaultValue), description, Function.identity());
  }

  /** A whole number from {@code min} to {@code max}. */
  public static Property<Integer> integer(
      String name, int defaultValue, int min, int max, String description) {
    return new Property<>(
        name,
        min + ".." + max,
        Optional.of(Integer.toString(defaultValue)),
        description,
        text -> {
          int value = Integer.parseInt(text);
          if (value < min || value > max) {
            throw new IllegalArgumentException("out of range");
          }
          return value;
        });
  }

  /** One of an enum's constants, written in lower case. */
  public static <E extends Enum<E>> Property<E> choice(
      String name, E defaultValue, String description) {
    Class<E> type = defaultValue.getDeclaringClass();
    String choices =
        Arrays.stream(type.getEnumConstants()).map(Property::word).collect(Collectors.joining("|"));
    return new Property<>(
        name,
        choices,
        Optional.of(word(defaultValue)),
        description,
        text ->
            Arrays.stream(type.getEnumConstants())
                .filter(choice -> word(choice).equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("not a choice")));
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** The property in an error's list of valid ones: {@code veritas.commit=sync|async [sync]}. */
  String usage() {
    String preset =
        defaultValue.map(v -> v.isEmpty() ? "[none]" : "[" + v + "]").orElse("(required)");
    return name + "=" + expected + " " + preset;
  }
}
