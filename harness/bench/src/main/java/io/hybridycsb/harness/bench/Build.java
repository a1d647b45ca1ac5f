package io.hybridycsb.harness.bench;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.system.programs.Home;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Which build of the code a release holds. Its version is the same for all builds between two
 * releases.
 */
final class Build {
  private static final int DIGITS = 12;

  private Build() {}

  /**
   * The build of a release: a hash of the names and checksums of all that its jars hold. Dates
   * don't count, so that the same code built again is the same build.
   *
   * @throws HarnessException if a jar can't be read
   */
  static String of(Home home) {
    List<String> lines = new ArrayList<>();
    try (Stream<Path> files = Files.walk(home.directory())) {
      for (Path jar : files.filter(file -> file.toString().endsWith(".jar")).toList()) {
        add(lines, home.directory().relativize(jar).toString(), jar);
      }
    } catch (IOException e) {
      throw new HarnessException("cannot read the release's jars: " + e.getMessage(), e);
    }
    Collections.sort(lines);
    byte[] hash = sha256().digest(String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(hash).substring(0, DIGITS);
  }

  private static void add(List<String> lines, String name, Path jar) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      for (ZipEntry entry : Collections.list(zip.entries())) {
        lines.add("%s %s %d %x".formatted(name, entry.getName(), entry.getSize(), entry.getCrc()));
      }
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
