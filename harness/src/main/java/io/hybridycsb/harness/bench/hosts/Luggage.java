package io.hybridycsb.harness.bench.hosts;

import io.hybridycsb.harness.HarnessException;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What clients need on a host: commands with that host's paths, and the local files that their
 * properties name. Paths of the release, and of the directory for the clients' output, become those
 * of the host; any other absolute path of a regular file is copied there.
 */
final class Luggage {
  private static final String PROPERTIES = "ycsb.properties";

  private final Path home;
  private final Path output;
  private final String homeThere;
  private final String directoryThere;

  /** The copied files, and what they are called among the others. */
  private final Map<Path, String> files = new LinkedHashMap<>();

  /**
   * @param home the release here
   * @param output the directory for the clients' output here
   * @param homeThere the release there
   * @param directoryThere the clients' directory there
   */
  Luggage(Path home, Path output, String homeThere, String directoryThere) {
    this.home = home;
    this.output = output;
    this.homeThere = homeThere;
    this.directoryThere = directoryThere;
  }

  /** A command as it is there. Only whole words and the values of properties name paths. */
  List<String> command(List<String> here) {
    List<String> there = new ArrayList<>();
    for (int i = 0; i < here.size(); i++) {
      String word = here.get(i);
      int value = i > 0 && here.get(i - 1).equals("-p") ? word.indexOf('=') + 1 : 0;
      there.add(word.substring(0, value) + path(word.substring(value)));
    }
    return there;
  }

  private String path(String value) {
    if (!value.startsWith("/")) {
      return value;
    }
    if (isBelow(output, value)) {
      return directoryThere + "/out" + value.substring(output.toString().length());
    }
    if (isBelow(home, value)) {
      return homeThere + value.substring(home.toString().length());
    }
    try {
      Path file = Path.of(value);
      return Files.isRegularFile(file) ? directoryThere + "/files/" + called(file) : value;
    } catch (InvalidPathException e) {
      return value;
    }
  }

  private static boolean isBelow(Path directory, String value) {
    return value.equals(directory.toString()) || value.startsWith(directory + "/");
  }

  private String called(Path file) {
    return files.computeIfAbsent(file, unused -> files.size() + "-" + file.getFileName());
  }

  /**
   * Puts everything into a directory, as it is to be there.
   *
   * @param clusters the directory that holds the clusters' run directories
   */
  void pack(Path clusters, Path stage) {
    try {
      if (Files.isDirectory(clusters)) {
        try (Stream<Path> each = Files.list(clusters)) {
          for (Path cluster : each.filter(one -> Files.exists(one.resolve(PROPERTIES))).toList()) {
            translate(
                cluster.resolve(PROPERTIES),
                Files.createDirectory(stage.resolve(cluster.getFileName())).resolve(PROPERTIES));
          }
        }
      }
      Path copies = Files.createDirectory(stage.resolve("files"));
      for (Map.Entry<Path, String> file : files.entrySet()) {
        Files.createSymbolicLink(copies.resolve(file.getValue()), file.getKey());
      }
    } catch (IOException e) {
      throw new HarnessException("cannot gather the clients' files: " + e.getMessage(), e);
    }
  }

  /** Writes the addresses of a cluster that runs, with the paths of the host. */
  private void translate(Path from, Path to) throws IOException {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(from, StandardCharsets.UTF_8)) {
      properties.load(reader);
    }
    Properties there = new Properties();
    for (String name : new TreeSet<>(properties.stringPropertyNames())) {
      there.setProperty(name, path(properties.getProperty(name)));
    }
    try (Writer writer = Files.newBufferedWriter(to, StandardCharsets.UTF_8)) {
      there.store(writer, null);
    }
  }
}
