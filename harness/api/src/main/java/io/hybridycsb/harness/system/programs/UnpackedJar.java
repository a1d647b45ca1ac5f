package io.hybridycsb.harness.system.programs;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.files.Disk;
import io.hybridycsb.harness.files.PrivateFiles;
import io.hybridycsb.harness.files.WholeFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;

/** Unpacks programs from a release's jars into the user's cache, once. */
public final class UnpackedJar {
  private UnpackedJar() {}

  /** Unpacks a jar's content into a directory. */
  private interface Unpacking {
    void into(Path directory) throws IOException;
  }

  /** The directory with the content of the jar's only {@code .txz}. */
  public static Path ofTar(Path jar, Path cache) {
    return once(jar, cache, directory -> unpackTar(jar, directory));
  }

  /**
   * The directory with the jar's files below a folder.
   *
   * @param left the files to leave out, by the ends of their paths
   */
  public static Path ofFolder(Path jar, String folder, List<String> left, Path cache) {
    return once(jar, cache, directory -> unpackFolder(jar, folder, left, directory));
  }

  private static Path once(Path jar, Path cache, Unpacking unpacking) {
    Path target = cache.resolve(jar.getFileName().toString().replaceFirst("\\.jar$", ""));
    UserCache.requireOwn(cache, target);
    if (Files.isDirectory(target)) {
      return target;
    }
    try {
      PrivateFiles.makeDirectory(cache);
      // Another hybrid command may do the same, so only a complete directory gets the final name.
      Path part = Files.createTempDirectory(cache, "unpacking");
      try {
        unpacking.into(part);
        Files.setPosixFilePermissions(part, PosixFilePermissions.fromString("rwxr-xr-x"));
        WholeFile.move(part, target);
      } catch (FileSystemException e) {
        // An atomic move onto a directory with files has no exception of its own.
        if (!Files.isDirectory(target)) {
          throw e;
        }
      } finally {
        Disk.remove(part);
      }
      return target;
    } catch (IOException e) {
      throw new HarnessException("cannot unpack " + jar + ": " + e.getMessage(), e);
    }
  }

  private static void unpackTar(Path jar, Path directory) throws IOException {
    try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(jar))) {
      ZipEntry entry = zip.getNextEntry();
      while (entry != null && !entry.getName().endsWith(".txz")) {
        entry = zip.getNextEntry();
      }
      if (entry == null) {
        throw new IOException("it has no .txz");
      }
      TarArchiveInputStream tar = new TarArchiveInputStream(new XZCompressorInputStream(zip));
      for (TarArchiveEntry file = tar.getNextEntry(); file != null; file = tar.getNextEntry()) {
        Path path = inside(directory, file.getName());
        Files.createDirectories(path.getParent());
        if (file.isDirectory()) {
          Files.createDirectories(path);
        } else if (file.isSymbolicLink()) {
          Files.createSymbolicLink(path, Path.of(file.getLinkName()));
        } else {
          write(tar, path, (file.getMode() & 0100) != 0);
        }
      }
    }
  }

  private static void unpackFolder(Path jar, String folder, List<String> left, Path directory)
      throws IOException {
    try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(jar))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        String name = entry.getName();
        if (!entry.isDirectory()
            && name.startsWith(folder)
            && left.stream().noneMatch(name::endsWith)) {
          Path path = inside(directory, name.substring(folder.length()));
          Files.createDirectories(path.getParent());
          String parent = String.valueOf(path.getParent().getFileName());
          write(zip, path, parent.equals("bin") || parent.equals("scripts"));
        }
      }
    }
  }

  private static Path inside(Path directory, String name) throws IOException {
    Path path = directory.resolve(name).normalize();
    if (!path.startsWith(directory)) {
      throw new IOException("it has a path that leads out: " + name);
    }
    return path;
  }

  private static void write(InputStream in, Path path, boolean executable) throws IOException {
    Files.copy(in, path);
    Files.setPosixFilePermissions(
        path, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
  }
}
