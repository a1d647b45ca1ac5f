package io.hybridycsb.testdatabases;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;

/**
 * Directories that all test JVMs of a build share, as unpacked programs and the files of a new
 * database, since to make them takes longer than most tests. Nobody changes them.
 */
public final class MadeOnce {
  private static final int PATIENCE_SECONDS = 120;

  private static final Path ALL =
      Path.of(System.getProperty("test.programs", "target/programs")).toAbsolutePath();

  private MadeOnce() {}

  /** Fills a directory. */
  public interface Making {
    void into(Path directory) throws Exception;
  }

  /** The directory of this name; whoever asks first makes it, and the others wait. */
  public static synchronized Path directory(String name, Making making) throws Exception {
    Path directory = ALL.resolve(name);
    Files.createDirectories(ALL);
    // What launches PostgreSQL lets everybody write to its programs' directory.
    Files.setPosixFilePermissions(ALL, PosixFilePermissions.fromString("rwx------"));
    try (FileChannel channel =
            FileChannel.open(
                ALL.resolve(name + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = channel.lock()) {
      if (!Files.exists(directory)) {
        // What a JVM that was killed has left would not be whole.
        Path unfinished = ALL.resolve(name + ".unfinished");
        run("rm", "-rf", unfinished.toString());
        making.into(Files.createDirectory(unfinished));
        Files.move(unfinished, directory, StandardCopyOption.ATOMIC_MOVE);
      }
    }
    return directory;
  }

  /** A copy of a directory that was made. */
  public static void copy(Path from, Path to) throws IOException {
    run("cp", "-a", from.toString(), to.toString());
  }

  private static void run(String... command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
        process.destroyForcibly();
        throw new IOException(String.join(" ", command) + " fails");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
