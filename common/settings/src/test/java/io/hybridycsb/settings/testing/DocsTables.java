package io.hybridycsb.settings.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.Secrets;
import io.hybridycsb.settings.SettingNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** What the tables of the pages in docs say of a server's properties, to be compared with it. */
public final class DocsTables {
  private static final Pattern NAME = Pattern.compile("`([^`]+)`");
  private static final Pattern MEBIBYTES = Pattern.compile("(\\d+) MiB");

  /** Defaults by the properties' names; a name that ends in {@code *} stands for several. */
  private final SortedMap<String, String> defaults = new TreeMap<>();

  /**
   * Adds a section's table, over what is there. Every row of it must say what it means.
   *
   * @param page such as {@code tls.md}
   */
  public DocsTables with(String page, String section) throws IOException {
    String text = Files.readString(docs().resolve(page));
    int start = text.indexOf("\n## " + section + "\n") + 1;
    assertThat(start).as("%s of %s", section, page).isPositive();
    int end = text.indexOf("\n## ", start);
    List<List<String>> rows =
        text.substring(start, end < 0 ? text.length() : end)
            .lines()
            .filter(line -> line.startsWith("| "))
            .map(line -> Arrays.stream(line.split("\\|", -1)).map(String::strip).toList())
            .toList();
    int column = rows.get(0).indexOf("default");
    for (List<String> row : rows.subList(1, rows.size())) {
      assertThat(row.get(row.size() - 2)).as("meaning of %s", row.get(1)).isNotEmpty();
      add(NAME.matcher(row.get(1)).results().map(DocsTables::name).toList(), row.get(column));
    }
    return this;
  }

  /** Takes those away whose names begin so. */
  public DocsTables without(String prefix) {
    defaults.keySet().removeIf(name -> name.startsWith(prefix));
    return this;
  }

  private static Path docs() {
    Path directory = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(directory.resolve("docs"))) {
      directory = directory.getParent();
    }
    return directory.resolve("docs");
  }

  /** Pages have N where a declaration has the sign for a number. */
  private static String name(MatchResult name) {
    return name.group(1).replace("N", "#");
  }

  private void add(List<String> names, String cell) {
    List<String> values = new ArrayList<>(List.of(cell.split(", ")));
    while (cell.isEmpty() && values.size() < names.size()) {
      values.add("");
    }
    assertThat(values).as("defaults of %s", names).hasSameSizeAs(names);
    for (int i = 0; i < names.size(); i++) {
      defaults.put(names.get(i), value(values.get(i)));
    }
  }

  private static String value(String cell) {
    String plain = cell.replace("`", "").replaceAll("(?<=\\d),(?=\\d)", "");
    return MEBIBYTES
        .matcher(plain)
        .replaceAll(size -> Long.toString(Long.parseLong(size.group(1)) << 20));
  }

  /** Fails unless these are the properties of the tables, with the same defaults. */
  public void requireSame(SettingNames names) {
    SortedMap<String, String> expected = new TreeMap<>();
    for (Property<?> property : names.declared().values()) {
      assertThat(property.description()).as(property.name()).isNotEmpty();
      if (!property.isSecret()) {
        assertThat(Secrets.shown(property.name(), "value")).as(property.name()).isEqualTo("value");
      }
      String name = property.name();
      String several =
          defaults.keySet().stream()
              .filter(form -> form.endsWith("*"))
              .filter(form -> name.startsWith(form.substring(0, form.length() - 1)))
              .findFirst()
              .orElse(name);
      expected.put(several, property.defaultValue().orElse(""));
    }
    assertThat(defaults).isEqualTo(expected);
  }
}
