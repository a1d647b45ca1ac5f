package io.hybridycsb.harness.bench.hosts;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.system.programs.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A directory that only its owner can read, for copies of keys, until it is closed. */
final class Scratch implements AutoCloseable {
  private final Path path;

  Scratch() {
    try {
      path = Files.createTempDirectory("hybrid-clients");
    } catch (IOException e) {
      throw new HarnessException("cannot make a temporary directory: " + e.getMessage(), e);
    }
  }

  Path path() {
    return path;
  }

  /** A new directory in it. */
  Path next() {
    try {
      return Files.createTempDirectory(path, "step");
    } catch (IOException e) {
      throw new HarnessException("cannot make a temporary directory: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    try {
      Programs.remove(path);
    } catch (IOException e) {
      throw new HarnessException("cannot remove %s: %s".formatted(path, e.getMessage()), e);
    }
  }
}
