package io.hybridycsb.settings;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The form of a property's values.
 *
 * @param usage the values allowed, in short, such as {@code 1..600000} or {@code sync|async}
 * @param words the same after "is", such as {@code a whole number from 1 to 600000}
 * @param parser makes a value from a text; throws {@link IllegalArgumentException} if it can't
 */
public record Form<T>(String usage, String words, Function<String, T> parser) {
  /** Names may have underscores, as in container networks, though a URI's host may not. */
  private static final Pattern ADDRESS =
      Pattern.compile("([\\w.-]+|\\[[0-9a-fA-F:.]+]):[1-9][0-9]{0,4}");

  private static final int PORT_MAX = 65_535;
  private static final String UNIX = "unix:";

  /** A form whose words are its usage. */
  public Form(String usage, Function<String, T> parser) {
    this(usage, usage, parser);
  }

  public boolean accepts(String text) {
    try {
      return parser.apply(text) != null;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  public static Form<String> text(String usage) {
    return new Form<>(usage, Function.identity());
  }

  public static Form<Path> file() {
    return new Form<>("FILE", Path::of);
  }

  /** {@code true} or {@code false}. */
  public static Form<Boolean> flag() {
    return words(List.of("true", "false"), Boolean::valueOf);
  }

  /** One of an enum's constants, written in lower case. */
  public static <E extends Enum<E>> Form<E> choice(Class<E> type) {
    return oneOf(Arrays.asList(type.getEnumConstants()), Form::word);
  }

  /** One of a few values, each by its word. */
  public static <T> Form<T> oneOf(List<T> values, Function<? super T, String> word) {
    List<String> words = values.stream().map(word).toList();
    return words(words, text -> values.get(words.indexOf(text)));
  }

  /** One of a few words. */
  static Form<String> words(List<String> words) {
    return words(words, Function.identity());
  }

  /** A memory size as the JVM takes it. */
  static Form<String> memory() {
    return new Form<>(
        "SIZE",
        "a size such as 512m or 2g",
        text -> {
          require(text.matches("[1-9][0-9]*[mMgG]"));
          return text;
        });
  }

  private static <T> Form<T> words(List<String> words, Function<String, T> value) {
    return new Form<>(
        String.join("|", words),
        String.join(" or ", words),
        text -> {
          require(words.contains(text));
          return value.apply(text);
        });
  }

  static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** A whole number from {@code min} to {@code max}. */
  public static Form<Long> number(long min, long max) {
    return new Form<>(
        min + ".." + max,
        "a whole number from %d to %d".formatted(min, max),
        text -> {
          long value = Long.parseLong(text);
          require(value >= min && value <= max);
          return value;
        });
  }

  /** The same, small enough for an int. */
  public static Form<Integer> integer(int min, int max) {
    Form<Long> number = number(min, max);
    return new Form<>(
        number.usage, number.words, text -> Math.toIntExact(number.parser.apply(text)));
  }

  /** A number, perhaps with decimals, from {@code min} to {@code max}. */
  public static Form<Double> decimal(int min, int max) {
    return new Form<>(
        min + ".0.." + max + ".0",
        "a number from %d to %d, with decimals or without".formatted(min, max),
        text -> {
          double value = Double.parseDouble(text);
          require(value >= min && value <= max);
          return value;
        });
  }

  /** {@code HOST:PORT}, looked up when it is read. */
  public static Form<InetSocketAddress> address() {
    return new Form<>(
        "HOST:PORT",
        text -> {
          int colon = text.lastIndexOf(':');
          int port = Integer.parseInt(text.substring(colon + 1));
          require(colon > 0 && port > 0 && port <= PORT_MAX);
          return new InetSocketAddress(text.substring(0, colon), port);
        });
  }

  /** {@code HOST:PORT}, looked up when it is read, or {@code unix:PATH} of a Unix socket. */
  public static Form<SocketAddress> socketAddress() {
    Form<InetSocketAddress> address = address();
    return new Form<>(
        "HOST:PORT|unix:PATH",
        text -> {
          if (!text.startsWith(UNIX)) {
            return address.parser().apply(text);
          }
          require(text.length() > UNIX.length());
          return UnixDomainSocketAddress.of(text.substring(UNIX.length()));
        });
  }

  /** Several {@code HOST:PORT}, separated by commas; not looked up. */
  static Form<List<String>> addresses() {
    return new Form<>(
        "HOST:PORT,...",
        text -> {
          List<String> addresses = Arrays.stream(text.split(",", -1)).map(String::strip).toList();
          require(addresses.stream().allMatch(ADDRESS.asMatchPredicate()));
          return addresses;
        });
  }

  private static void require(boolean isOfTheForm) {
    if (!isOfTheForm) {
      throw new IllegalArgumentException("not of the form");
    }
  }
}
