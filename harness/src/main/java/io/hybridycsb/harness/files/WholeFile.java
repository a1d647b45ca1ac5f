package io.hybridycsb.harness.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.util.UUID;

/**
 * Files that are there whole or not at all: each is written under another name, and then moved.
 * Several processes may write the same one.
 */
public final class WholeFile {
  private WholeFile() {}

  /** Writes a file's contents. */
  public interface Contents {
    void into(Path file) throws IOException;
  }

  /** Writes a text, in place of the file that is there; makes its directory if there is none. */
  public static void write(Path file, String text) throws IOException {
    write(file, part -> Files.writeString(part, text));
  }

  /**
   * Writes a file in the same way.
   *
   * @param attributes that the file has from its beginning
   */
  public static void write(Path file, Contents contents, FileAttribute<?>... attributes)
      throws IOException {
    Path part = file.resolveSibling(file.getFileName() + "." + UUID.randomUUID() + ".part");
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      contents.into(Files.createFile(part, attributes));
      move(part, file);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  /** Gives a whole file or directory its name, at one stroke. */
  public static void move(Path whole, Path target) throws IOException {
    Files.move(whole, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
