package io.hybridycsb.veritas.stores.rocksdb;

import io.hybridycsb.veritas.core.spi.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The files of a database. A reader that goes through them while a writer moves data from logs to
 * tables can miss data. If this is the same before and after, it hasn't.
 *
 * @param files names of logs and tables, and of manifests with their length, which grows with every
 *     rearrangement
 */
record DirectoryState(Set<String> files) {

  /**
   * @throws StoreException if there is no such directory, or a file vanished while it was looked at
   */
  static DirectoryState of(Path directory) {
    if (!Files.isDirectory(directory)) {
      throw new StoreException("rocksdb " + directory + ": there is no such directory");
    }
    Set<String> names = new TreeSet<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        if (name.startsWith("MANIFEST-")) {
          names.add(name + " " + Files.size(file));
        } else if (name.endsWith(".log") || name.endsWith(".sst") || name.equals("CURRENT")) {
          names.add(name);
        }
      }
    } catch (IOException e) {
      throw new StoreException("rocksdb " + directory + " can't be listed: " + e, e);
    }
    return new DirectoryState(names);
  }
}
