package io.hybridycsb.harness.cluster;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.files.PrivateFiles;
import io.hybridycsb.harness.process.Deadline;
import io.hybridycsb.harness.process.LockFile;
import io.hybridycsb.harness.system.programs.Programs;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Blocks of 100 ports, each reserved for one of this user's clusters. While a process is down its
 * port is free, but no other cluster takes it.
 *
 * <p>A file for each block names the run directory that owns it, and holds as long as that
 * directory exists.
 *
 * @param claims a directory for the files; made if absent
 */
record PortBlocks(Path claims) {
  static final int FIRST = 20_000;
  static final int COUNT = 119;
  static final int SIZE = 100;
  private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(60);

  static PortBlocks ofThisUser() {
    return new PortBlocks(Programs.cache().resolve("ports"));
  }

  /**
   * The first port of the directory's block, which is taken if it has none yet. If other clusters
   * own all blocks, it is that of the block where the search began.
   *
   * @throws HarnessException if the files cannot be kept
   */
  int baseFor(ClusterDirectory directory) throws InterruptedException {
    try {
      Files.createDirectories(claims);
    } catch (IOException e) {
      throw new HarnessException(
          "cannot keep in %s which ports are taken; make it writable, or give --port-base"
              .formatted(claims),
          e);
    }
    int preferred = Math.floorMod(directory.path().toString().hashCode(), COUNT);
    List<Integer> inOrder =
        IntStream.range(0, COUNT).mapToObj(i -> FIRST + (preferred + i) % COUNT * SIZE).toList();
    try (LockFile lock =
        LockFile.take(
            claims.resolve("lock"),
            Deadline.after(LOCK_TIMEOUT),
            "another hybrid command is still choosing ports")) {
      Map<Integer, Path> owners = new HashMap<>();
      inOrder.forEach(base -> owner(base).ifPresent(owner -> owners.put(base, owner)));
      Optional<Integer> own =
          inOrder.stream().filter(base -> directory.path().equals(owners.get(base))).findFirst();
      Optional<Integer> free =
          own.or(() -> inOrder.stream().filter(base -> !owners.containsKey(base)).findFirst());
      free.ifPresent(base -> PrivateFiles.write(claim(base), directory.path().toString()));
      return free.orElse(inOrder.get(0));
    }
  }

  private Optional<Path> owner(int base) {
    Path claim = claim(base);
    if (!Files.exists(claim)) {
      return Optional.empty();
    }
    try {
      return Optional.of(Path.of(Files.readString(claim)))
          .filter(owner -> owner.isAbsolute() && new ClusterDirectory(owner).isTaken());
    } catch (InvalidPathException | MalformedInputException e) {
      // The file is damaged: its owner is unknown.
      return Optional.empty();
    } catch (IOException e) {
      throw new HarnessException("cannot read %s: %s".formatted(claim, e.getMessage()), e);
    }
  }

  private Path claim(int base) {
    return claims.resolve(String.valueOf(base));
  }
}
