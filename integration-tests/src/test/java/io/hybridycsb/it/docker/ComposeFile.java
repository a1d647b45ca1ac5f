package io.hybridycsb.it.docker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** A compose file as an engine sees it, with the variables that a user has set. */
public final class ComposeFile {
  /** As docker-compose 1.29 reads it: the first brace that closes ends it. */
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Z0-9_]+)(:?-([^}]*))?}");

  private static final String LOAD = " -P workloada ";

  private final Path file;
  private final Map<String, String> variables;
  private final Map<String, Object> root;

  /** The file of a user who has set no variable. */
  public ComposeFile(Path file) {
    this(file, Map.of());
  }

  /**
   * @param variables what the user has set
   */
  public ComposeFile(Path file, Map<String, String> variables) {
    this.file = file;
    this.variables = Map.copyOf(variables);
    LoaderOptions options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    options.setMaxAliasesForCollections(200);
    try {
      Object loaded = new Yaml(new SafeConstructor(options)).load(Files.readString(file));
      this.root = map(interpolated(loaded));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The system's name, as it is in bindings. */
  public String name() {
    return file.getFileName().toString().replace(".yml", "");
  }

  Path file() {
    return file;
  }

  public Map<String, Object> root() {
    return root;
  }

  public Map<String, Map<String, Object>> services() {
    Map<String, Map<String, Object>> services = new LinkedHashMap<>();
    map(root.get("services")).forEach((name, service) -> services.put(name, map(service)));
    return services;
  }

  /** What the first lines give to YCSB beside the workload. */
  List<String> arguments() {
    try {
      String load =
          Files.readAllLines(file).stream()
              .filter(line -> line.startsWith("# ") && line.contains(LOAD))
              .findFirst()
              .orElseThrow();
      return List.of(load.substring(load.indexOf(LOAD) + LOAD.length()).split(" "));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** How a service is found on its network, beside its own name. */
  List<String> aliases(String service) {
    return texts(network(service).get("aliases"));
  }

  /** The number by which a service is found on the network that it has or shares. */
  public String address(String service) {
    Object mode = services().get(service).get("network_mode");
    String holder = mode == null ? service : mode.toString().replace("service:", "");
    return network(holder).get("ipv4_address").toString();
  }

  /** The passwords that services read, by the names of their files. */
  public Set<String> passwords() {
    Set<String> names = new TreeSet<>();
    for (Map<String, Object> service : services().values()) {
      for (Object value : map(service.get("environment")).values()) {
        if (value.toString().startsWith("/passwords/")) {
          names.add(value.toString().substring("/passwords/".length()));
        }
      }
      String script = String.join(" ", texts(service.get("entrypoint")));
      if (script.endsWith("kafka.sh")) {
        names.addAll(List.of("kafka-admin", "kafka-node"));
      } else if (texts(service.get("volumes")).contains("passwords:/passwords:ro")
          && script.startsWith("sh ")) {
        names.add(texts(service.get("command")).get(0));
      }
    }
    return names;
  }

  private Map<String, Object> network(String service) {
    return map(map(services().get(service).get("networks")).get("default"));
  }

  /**
   * The Dockerfile's target that a service is built from; empty if its image is another project's.
   */
  public static String target(Map<String, Object> service) {
    return service.containsKey("build") ? map(service.get("build")).get("target").toString() : "";
  }

  /** The Dockerfile of a service that has a target. */
  Path dockerfile(Map<String, Object> service) {
    Map<String, Object> build = map(service.get("build"));
    return file.resolveSibling(build.get("context").toString())
        .resolve(build.get("dockerfile").toString())
        .normalize();
  }

  /** A list of texts, also from a single text; empty if there is none. */
  public static List<String> texts(Object value) {
    if (value == null) {
      return List.of();
    }
    return value instanceof List<?> list
        ? list.stream().map(Object::toString).toList()
        : List.of(value.toString());
  }

  @SuppressWarnings("unchecked")
  public static Map<String, Object> map(Object value) {
    return value == null ? Map.of() : (Map<String, Object>) value;
  }

  /** The variable that an image's name comes from, by the image. */
  Map<String, String> imageVariables() {
    Map<String, String> found = new LinkedHashMap<>();
    try {
      VARIABLE
          .matcher(Files.readString(file))
          .results()
          .filter(match -> match.group(1).endsWith("_IMAGE"))
          .forEach(match -> found.put(interpolated(match.group()), match.group(1)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found;
  }

  private Object interpolated(Object value) {
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> result = new LinkedHashMap<>();
      map.forEach((key, inner) -> result.put(key.toString(), interpolated(inner)));
      return result;
    }
    if (value instanceof List<?> list) {
      List<Object> result = new ArrayList<>();
      list.forEach(inner -> result.add(interpolated(inner)));
      return result;
    }
    return value instanceof String text ? interpolated(text) : value;
  }

  private String interpolated(String text) {
    return VARIABLE
        .matcher(text)
        .replaceAll(
            match -> {
              String set = variables.get(match.group(1));
              String otherwise = match.group(3) == null ? "" : match.group(3);
              boolean emptyIsNone = match.group(2) != null && match.group(2).startsWith(":");
              boolean none = set == null || (set.isEmpty() && emptyIsNone);
              return Matcher.quoteReplacement(none ? otherwise : set);
            });
  }
}
