package io.hybridycsb.settings;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;

/**
 * All properties of a YCSB binding, which share one prefix. Any other name with the prefix is
 * reported as a mistake, with the list of valid properties.
 */
public final class PropertySet {
  private final String prefix;
  private final List<Property<?>> declared;

  /**
   * @param prefix with its dot, such as {@code veritas.}
   */
  public PropertySet(String prefix, List<Property<?>> declared) {
    this.prefix = prefix;
    this.declared = List.copyOf(declared);
    for (Property<?> property : declared) {
      if (!property.name().startsWith(prefix)) {
        throw new IllegalArgumentException(property.name() + " doesn't begin with " + prefix);
      }
    }
  }

  /**
   * The properties with a prefix that classes declare as constants.
   *
   * @param prefix with its dot, such as {@code veritas.}
   */
  public static PropertySet of(String prefix, Class<?>... classes) {
    return new PropertySet(
        prefix,
        Property.declaredIn(classes).stream()
            .filter(property -> property.name().startsWith(prefix))
            .toList());
  }

  /** The same set with one more property. */
  public PropertySet with(Property<?> property) {
    List<Property<?>> more = new ArrayList<>(declared);
    more.add(property);
    return new PropertySet(prefix, more);
  }

  /**
   * The properties' values.
   *
   * @throws IllegalArgumentException if one is unknown, missing or wrong; the message is one line
   *     that names all that is wrong and all that is valid
   */
  public Values read(Properties properties) {
    List<String> mistakes = new ArrayList<>();
    properties.stringPropertyNames().stream()
        .filter(name -> name.startsWith(prefix))
        .filter(name -> declared.stream().noneMatch(property -> property.name().equals(name)))
        .sorted()
        .forEach(name -> mistakes.add("unknown property " + name));
    Map<Property<?>, Object> values = new IdentityHashMap<>();
    for (Property<?> property : declared) {
      readOne(property, properties, values, mistakes);
    }
    if (!mistakes.isEmpty()) {
      throw new IllegalArgumentException(
          String.join(", ", mistakes) + "; valid are, with [defaults]: " + usage());
    }
    return new Values(values);
  }

  private static void readOne(
      Property<?> property,
      Properties properties,
      Map<Property<?>, Object> values,
      List<String> mistakes) {
    Optional<String> text =
        Optional.ofNullable(properties.getProperty(property.name())).map(String::strip);
    if (text.or(property::defaultValue).isEmpty()) {
      mistakes.add("missing property " + property.name());
      return;
    }
    try {
      values.put(property, property.form().parser().apply(text.or(property::defaultValue).get()));
    } catch (IllegalArgumentException e) {
      mistakes.add(
          property.name() + " is " + property.form().usage() + ", not \"" + text.orElse("") + "\"");
    }
  }

  private String usage() {
    return declared.stream()
        .sorted(Comparator.comparing(Property::name))
        .map(Property::usage)
        .collect(Collectors.joining(", "));
  }

  /** The values of a set's properties. */
  public static final class Values {
    private final Map<Property<?>, Object> values;

    private Values(Map<Property<?>, Object> values) {
      this.values = values;
    }

    /** The value of one of the set's properties. */
    @SuppressWarnings("unchecked") // a property's value was made by its own parser
    public <T> T get(Property<T> property) {
      Object value = values.get(property);
      if (value == null) {
        throw new IllegalArgumentException(property.name() + " is not of this set");
      }
      return (T) value;
    }

    /** The file that one of the set's properties names; empty if it has no value. */
    public Optional<Path> file(Property<String> property) {
      return Optional.of(get(property)).filter(file -> !file.isEmpty()).map(Path::of);
    }
  }
}
