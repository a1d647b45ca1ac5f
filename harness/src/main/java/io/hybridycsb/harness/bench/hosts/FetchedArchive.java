package io.hybridycsb.harness.bench.hosts;

import io.hybridycsb.harness.HarnessException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/**
 * What a client's host has sent, as tar packs it. The host may send what it likes, so only files
 * and directories below the output are taken: a link would let what is read there later come from
 * anywhere on this machine.
 *
 * @param host its name
 */
record FetchedArchive(String host, Path archive) {
  /** Long runs record each of their operations. */
  static final long BYTES_MAX = 8L << 30;

  private static final int ENTRIES_MAX = 100_000;

  /**
   * Unpacks it.
   *
   * @throws HarnessException if there is anything else in it, which is not unpacked
   */
  void unpackInto(Path output) {
    try {
      requireOnlyFiles(output);
      try (TarArchiveInputStream tar = open()) {
        for (TarArchiveEntry entry = tar.getNextEntry();
            entry != null;
            entry = tar.getNextEntry()) {
          Path target = target(output, entry);
          if (entry.isDirectory()) {
            Files.createDirectories(target);
          } else {
            Files.createDirectories(target.getParent());
            Files.copy(tar, target, StandardCopyOption.REPLACE_EXISTING);
          }
        }
      }
    } catch (IOException e) {
      throw new HarnessException("what %s sent: %s".formatted(host, e.getMessage()), e);
    }
  }

  private void requireOnlyFiles(Path output) throws IOException {
    try (TarArchiveInputStream tar = open()) {
      int entries = 0;
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        boolean isPlain =
            entry.isDirectory()
                || !(entry.isSymbolicLink()
                    || entry.isLink()
                    || entry.isFIFO()
                    || entry.isCharacterDevice()
                    || entry.isBlockDevice()
                    || entry.isSparse());
        entries++;
        if (!isPlain || !target(output, entry).startsWith(output.normalize())) {
          throw new HarnessException(
              "%s sends %s, which is no file below its output: nothing of it is unpacked"
                  .formatted(host, entry.getName()));
        }
        if (entries > ENTRIES_MAX) {
          throw new HarnessException(
              "%s sends more than %,d files: nothing of it is unpacked"
                  .formatted(host, ENTRIES_MAX));
        }
      }
    }
  }

  private TarArchiveInputStream open() throws IOException {
    InputStream bytes = new BufferedInputStream(Files.newInputStream(archive));
    return new TarArchiveInputStream(bytes);
  }

  private static Path target(Path output, TarArchiveEntry entry) {
    return output.resolve(entry.getName()).normalize();
  }
}
