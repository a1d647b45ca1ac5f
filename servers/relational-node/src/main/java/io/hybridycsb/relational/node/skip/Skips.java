package io.hybridycsb.relational.node.skip;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The decisions that a node follows: those in the files of a directory, one each. */
public final class Skips {
  /** Decisions of a cluster, at most. */
  public static final int DECISIONS_MAX = 1_000;

  private static final int FILE_BYTES_MAX = 1 << 20;
  private static final String SUFFIX = ".json";

  private final SkipSigners signers;
  private final SortedMap<Long, SkipDecision> byHeight = new TreeMap<>();

  private Skips(SkipSigners signers) {
    this.signers = signers;
  }

  /** Of a node that has none. */
  public static Skips none() {
    return new Skips(new SkipSigners("nodes", "", List.of()));
  }

  /** These decisions. */
  public static Skips of(SkipSigners signers, String cluster, Collection<SkipDecision> decisions) {
    Skips skips = new Skips(signers);
    decisions.forEach(each -> skips.add(each, cluster));
    return skips;
  }

  /**
   * Reads all files that end in {@code .json}.
   *
   * @throws IllegalArgumentException if one is not a decision of this cluster; names the file. Or
   *     if there is no such directory: its name may be mistyped
   */
  public static Skips read(Path directory, String cluster, SkipSigners signers) {
    Skips skips = new Skips(signers);
    for (Path file : files(directory)) {
      try {
        skips.add(read(file), cluster);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
      }
    }
    return skips;
  }

  private static List<Path> files(Path directory) {
    if (!Files.isDirectory(directory)) {
      throw new IllegalArgumentException(
          "skip.directory %s is no directory; make it, or leave the property out"
              .formatted(directory));
    }
    try (Stream<Path> entries = Files.list(directory)) {
      List<Path> files =
          entries
              .filter(each -> each.toString().endsWith(SUFFIX))
              .sorted()
              .limit(DECISIONS_MAX + 1L)
              .toList();
      if (files.size() > DECISIONS_MAX) {
        throw new IllegalArgumentException(
            "%s has more than %d decisions".formatted(directory, DECISIONS_MAX));
      }
      return files;
    } catch (IOException e) {
      throw new IllegalArgumentException("can't read %s: %s".formatted(directory, e), e);
    }
  }

  /**
   * Reads a decision. Its signatures are not checked.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static SkipDecision read(Path file) {
    try {
      if (Files.size(file) > FILE_BYTES_MAX) {
        throw new IllegalArgumentException(
            "a decision has at most %d bytes".formatted(FILE_BYTES_MAX));
      }
      return SkipDecision.parse(Files.readString(file));
    } catch (IOException e) {
      throw new IllegalArgumentException("can't read %s: %s".formatted(file, e), e);
    }
  }

  private void add(SkipDecision decision, String cluster) {
    decision.requireDecided(cluster, signers);
    if (byHeight.put(decision.statement().height(), decision) != null) {
      throw new IllegalArgumentException(
          "there is another decision on block %d; keep one"
              .formatted(decision.statement().height()));
    }
  }

  /** The decision on a block, if there is one. */
  public Optional<SkipDecision> find(long height) {
    return Optional.ofNullable(byHeight.get(height));
  }

  /** All, by rising height. */
  public Collection<SkipDecision> all() {
    return byHeight.values();
  }

  /** What clients are told. */
  public String told(SkipDecision decision) {
    return "the block was skipped by decision of " + decision.signedBy(signers);
  }
}
