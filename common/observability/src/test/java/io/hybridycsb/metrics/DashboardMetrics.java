package io.hybridycsb.metrics;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The names of metrics that the dashboard, the documentation and servers have. */
public final class DashboardMetrics {
  private static final Pattern NAME = Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]*");

  /** What has names in a query that are not those of metrics: labels, texts, durations. */
  private static final Pattern NO_METRIC =
      Pattern.compile(
          "\"[^\"]*\"|\\{[^}]*}|\\[[^]]*]|\\b(by|without|on|ignoring|group_left)\\s*\\([^)]*\\)"
              + "|[a-z_]+\\s*(?=\\()|\\b(and|or|unless|sum|avg|min|max|count)\\b|\\b[0-9][0-9.a-z]*\\b");

  private static final Pattern DOCUMENTED = Pattern.compile("`([a-z]+_[a-z_]+[a-z])`");

  private DashboardMetrics() {}

  private static Path docs() {
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      Path docs = at.resolve("docs").resolve("operating");
      if (Files.isDirectory(docs)) {
        return docs.getParent();
      }
    }
    throw new IllegalStateException("no docs/operating above the working directory");
  }

  /** The dashboard, parsed. */
  static JsonNode dashboard() throws IOException {
    return new ObjectMapper()
        .readTree(docs().resolve("operating").resolve("dashboard.json").toFile());
  }

  /** All metrics that the dashboard's queries name. */
  static Set<String> named() throws IOException {
    JsonNode dashboard = dashboard();
    Set<String> names = new TreeSet<>();
    dashboard.findValuesAsText("expr").forEach(query -> names.addAll(ofQuery(query)));
    for (JsonNode variable : dashboard.get("templating").get("list")) {
      if (variable.get("type").asText().equals("query")) {
        String query = variable.get("query").get("query").asText();
        names.add(query.substring(query.indexOf('(') + 1, query.indexOf(',')));
      }
    }
    return names;
  }

  /** Those that begin with this. */
  public static Set<String> named(String prefix) throws IOException {
    return beginning(named().stream(), prefix);
  }

  /** The metrics in a query of Prometheus. */
  static Set<String> ofQuery(String query) {
    return NAME.matcher(NO_METRIC.matcher(query).replaceAll(" "))
        .results()
        .map(MatchResult::group)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Those that docs/metrics.md names and that begin with this. */
  public static Set<String> documented(String prefix) throws IOException {
    String text = Files.readString(docs().resolve("metrics.md"));
    return beginning(DOCUMENTED.matcher(text).results().map(match -> match.group(1)), prefix);
  }

  /** All metrics that a server has told. */
  public static Set<String> ofScrape(String text) {
    return text.lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.split("[{ ]", 2)[0])
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Those that begin with this. */
  public static Set<String> ofScrape(String text, String prefix) {
    return beginning(ofScrape(text).stream(), prefix);
  }

  private static Set<String> beginning(Stream<String> names, String prefix) {
    return names
        .filter(name -> name.startsWith(prefix))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
