package io.hybridycsb.harness.system;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A configuration file among the resources, with {@code ${name}} where a value belongs. */
public final class Template {
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([a-zA-Z.]+)}");

  private Template() {}

  /**
   * The file's text.
   *
   * @param owner a class in whose package the file lies
   */
  public static String fill(Class<?> owner, String resource, Map<String, ?> values) {
    return VARIABLE
        .matcher(read(owner, resource))
        .replaceAll(
            match -> {
              Object value = values.get(match.group(1));
              if (value == null) {
                throw new IllegalArgumentException(resource + " needs " + match.group(1));
              }
              return Matcher.quoteReplacement(value.toString());
            });
  }

  private static String read(Class<?> owner, String resource) {
    try (InputStream in = owner.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalArgumentException("no resource " + resource);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
