package io.hybridycsb.harness.system;

import io.hybridycsb.harness.files.Resource;
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
    return fill(Resource.text(owner, resource), values);
  }

  /** The same of a text. */
  public static String fill(String text, Map<String, ?> values) {
    return VARIABLE
        .matcher(text)
        .replaceAll(
            match -> {
              Object value = values.get(match.group(1));
              if (value == null) {
                throw new IllegalArgumentException("a template needs " + match.group(1));
              }
              return Matcher.quoteReplacement(value.toString());
            });
  }
}
