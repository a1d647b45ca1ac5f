package io.hybridycsb.harness.bench.hosts;

import io.hybridycsb.harness.files.Attempt;
import io.hybridycsb.harness.files.Disk;
import io.hybridycsb.harness.files.PrivateFiles;
import io.hybridycsb.harness.system.PropertiesText;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What clients need on a host: commands with that host's paths, and the local files that their
 * properties name. Paths of the release, and of the directory for the clients' output, become those
 * of the host; any other absolute path of a regular file is copied there.
 */
final class ClientFiles {
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
  ClientFiles(Path home, Path output, String homeThere, String directoryThere) {
    this.home = home;
    this.output = output;
    this.homeThere = homeThere;
    this.directoryThere = directoryThere;
  }

  /** A command as it is there. Only whole words name paths. */
  List<String> command(List<String> here) {
    return here.stream().map(this::path).toList();
  }

  /** Writes properties as they are there; nobody else can read the file. */
  void write(Path file, Map<String, String> properties) {
    SortedMap<String, String> there = new TreeMap<>();
    properties.forEach((name, value) -> there.put(name, path(value)));
    PrivateFiles.write(file, PropertiesText.of("With the paths of this host.", there));
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
    PrivateFiles.makeDirectory(stage);
    if (Files.isDirectory(clusters)) {
      Disk.list(clusters).stream()
          .filter(cluster -> Files.exists(cluster.resolve(PROPERTIES)))
          .forEach(
              cluster ->
                  write(
                      stage.resolve(cluster.getFileName()).resolve(PROPERTIES),
                      PropertiesText.read(cluster.resolve(PROPERTIES))));
    }
    Path copies = stage.resolve("files");
    Disk.makeDirectory(copies);
    files.forEach(
        (file, name) ->
            Attempt.to(
                "gather the clients' files",
                () -> Files.createSymbolicLink(copies.resolve(name), file)));
  }
}
