package io.hybridycsb.distribution;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDateTime;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Makes jars of the release take less of its archive. Thousands of small classes, each compressed
 * by itself, are a third larger than all of them compressed together, so the bindings' jars are
 * stored uncompressed. RocksDB and two compression libraries bring native code for up to twenty
 * platforms; only that of the servers' platforms stays. A jar's entries keep their order and all
 * get one time, so that equal jars stay equal: the time of some depends on the machine's time zone.
 */
public final class SmallerJars {
  private static final Pattern BINDING = Pattern.compile("[^/]+-binding/lib/[^/]+\\.jar");
  private static final Pattern WITH_NATIVES =
      Pattern.compile("servers/[^/]+/lib/(rocksdbjni|snappy-java|zstd-jni)-[^/]+\\.jar");
  private static final Pattern NATIVE = Pattern.compile(".*\\.(so|a|dll|dylib|jnilib)");
  private static final Pattern NATIVE_OF_USE =
      Pattern.compile(
          "(linux/(amd64|aarch64)|darwin/(x86_64|aarch64))/.*"
              + "|.*/native/(Linux|Mac)/(x86_64|aarch64)/.*"
              + "|librocksdbjni-(linux64|linux-aarch64|osx-x86_64|osx-arm64)\\.(so|jnilib)");

  /** In the range of the format whatever the time zone. */
  static final LocalDateTime TIME = LocalDateTime.of(1980, 2, 1, 0, 0);

  private SmallerJars() {}

  /** Command line: the release's directory. */
  public static void main(String[] args) throws IOException {
    rewrite(Path.of(args[0]));
  }

  /** Rewrites the jars of the release for which it pays. */
  static void rewrite(Path release) throws IOException {
    List<Path> jars;
    try (Stream<Path> all = Files.walk(release)) {
      jars = all.filter(Files::isRegularFile).toList();
    }
    Map<Path, Path> doneByName = new HashMap<>();
    for (Path jar : jars) {
      String name = release.relativize(jar).toString();
      boolean isLibrary = WITH_NATIVES.matcher(name).matches();
      if (!isLibrary && !BINDING.matcher(name).matches()) {
        continue;
      }
      // Systems may share a jar.
      Path same = doneByName.putIfAbsent(jar.getFileName(), jar);
      if (same == null) {
        rewrite(jar, isLibrary);
      } else {
        Files.copy(same, jar, StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  private static boolean isOfUse(String entry) {
    return !NATIVE.matcher(entry).matches() || NATIVE_OF_USE.matcher(entry).matches();
  }

  private static void rewrite(Path jar, boolean isLibrary) throws IOException {
    Path smaller = jar.resolveSibling(jar.getFileName() + ".part");
    try (ZipFile from = new ZipFile(jar.toFile());
        ZipOutputStream to =
            new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(smaller)))) {
      for (ZipEntry entry : Collections.list(from.entries())) {
        if (!isLibrary || isOfUse(entry.getName())) {
          copy(from, entry, !isLibrary, to);
        }
      }
    }
    Files.move(smaller, jar, StandardCopyOption.REPLACE_EXISTING);
  }

  private static void copy(ZipFile from, ZipEntry entry, boolean isStored, ZipOutputStream to)
      throws IOException {
    ZipEntry same = new ZipEntry(entry.getName());
    same.setTimeLocal(TIME);
    if (isStored) {
      same.setMethod(ZipEntry.STORED);
      same.setSize(entry.getSize());
      same.setCompressedSize(entry.getSize());
      same.setCrc(entry.getCrc());
    }
    to.putNextEntry(same);
    try (InputStream in = from.getInputStream(entry)) {
      in.transferTo(to);
    }
    to.closeEntry();
  }
}
