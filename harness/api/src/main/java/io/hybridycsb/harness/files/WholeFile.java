package io.hybridycsb.harness.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.util.UUID;

/**
 * Atomic writes: each file is written under another name and then moved. Several processes may
 * write the same file. What fails is a HarnessException, in one line.
 */
public final class WholeFile {
  private WholeFile() {}

  /** Writes a file's contents. */
  public interface Contents {
    void into(Path file) throws IOException;
  }

  /** Writes a text, replacing an existing file; makes the directory if needed. */
  public static void write(Path file, String text) {
    write(file, part -> Files.writeString(part, text));
  }

  /**
   * As above, with any contents.
   *
   * @param attributes the file's attributes from its creation on
   */
  public static void write(Path file, Contents contents, FileAttribute<?>... attributes) {
    Attempt.to("write " + file, () -> writeAndMove(file, contents, attributes));
  }

  private static void writeAndMove(Path file, Contents contents, FileAttribute<?>... attributes)
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

  /** Gives a complete file or directory its final name, atomically. */
  public static void move(Path whole, Path target) throws IOException {
    Files.move(whole, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
