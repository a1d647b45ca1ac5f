package io.hybridycsb.it.release;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the release's archives hold beside our programs, and that they are whole. */
@Tag("pages")
class ArchivesIT {
  private static final String LICENSES = "licenses/databases/";

  private static List<Path> archives() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("..", "distribution", "target"))) {
      return files.filter(file -> file.toString().endsWith(".tar.gz")).sorted().toList();
    }
  }

  /** The files in an archive, by their paths in the release. */
  private static Set<String> files(Path archive) throws Exception {
    Process tar =
        new ProcessBuilder("tar", "-tzf", archive.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String names = new String(tar.getInputStream().readAllBytes(), UTF_8);
    assertThat(tar.waitFor()).isZero();
    return names
        .lines()
        .filter(name -> !name.endsWith("/"))
        .map(name -> name.substring(name.indexOf('/') + 1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void eachProgramInTheDatabasesArchiveIsNamedThereWithItsLicenceAndItsSource() throws Exception {
    Path archive =
        archives().stream()
            .filter(file -> file.toString().contains("-databases-"))
            .findFirst()
            .orElseThrow();
    Set<String> files = files(archive);
    String notice = Files.readString(Path.of(System.getProperty("it.home"), LICENSES, "NOTICE.md"));

    List<String> jars = files.stream().filter(file -> file.endsWith(".jar")).toList();
    assertThat(jars)
        .hasSize(2)
        .allMatch(jar -> notice.contains("`" + jar.substring(jar.lastIndexOf('/') + 1) + "`"));
    assertThat(Pattern.compile("`([A-Za-z0-9.-]+\\.txt)`").matcher(notice).results())
        .map(text -> text.group(1))
        .filteredOn(text -> !text.equals("LICENSE.txt"))
        .contains("GPL-2.txt", "mariadb.txt", "postgresql.txt", "openssl.txt")
        .allMatch(text -> files.contains(LICENSES + text));
    assertThat(files)
        .contains(LICENSES + "NOTICE.md")
        .filteredOn(file -> file.endsWith(".txt"))
        .allMatch(file -> notice.contains("`" + file.substring(LICENSES.length()) + "`"));
    assertThat(notice.lines().filter(line -> line.startsWith("| ")).skip(1))
        .hasSizeGreaterThan(10)
        .allMatch(line -> line.contains("http") || line.contains("in MariaDB's"));
    assertThat(notice).doesNotContain("${");
  }

  @Test
  void eachLibraryInTheReleaseIsNamedThereWithItsLicence() throws Exception {
    Path archive =
        archives().stream()
            .filter(file -> !file.toString().contains("-databases-"))
            .findFirst()
            .orElseThrow();
    Set<String> files = files(archive);
    Path libraries = Path.of(System.getProperty("it.home"), "licenses", "libraries");
    String list = Files.readString(libraries.resolve("LIBRARIES.md"));
    String ours =
        archive.getFileName().toString().replace("hybrid-ycsb", "").replace(".tar.gz", ".jar");

    Set<String> jars =
        files.stream()
            .map(file -> file.substring(file.lastIndexOf('/') + 1))
            .filter(file -> file.endsWith(".jar"))
            .filter(jar -> !jar.endsWith(ours))
            .map(jar -> jar.replaceFirst("-[0-9].*", ""))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(jars).hasSizeGreaterThan(150);
    assertThat(jars).filteredOn(jar -> !list.contains("`" + jar + "`")).isEmpty();
    assertThat(Pattern.compile("`([A-Za-z0-9.-]+\\.txt)`").matcher(list).results())
        .map(text -> text.group(1))
        .contains("EPL-2.0.txt", "mariadb-java-client.txt", "protobuf.txt")
        .allMatch(text -> files.contains("licenses/libraries/" + text));
  }

  @Test
  void theReleaseNamesTheLicenceOfTheRedisThatItCarries() throws Exception {
    Path licenses = Path.of(System.getProperty("it.home"), "licenses");

    assertThat(Files.readString(licenses.resolve("NOTICE.md")))
        .contains("`redis/redis.txt`")
        .doesNotContain("${");
    assertThat(licenses.resolve("redis/redis.txt")).content().contains("Salvatore Sanfilippo");
  }

  @Test
  void besideEachArchiveIsItsChecksum() throws Exception {
    assertThat(archives()).hasSize(2);
    for (Path archive : archives()) {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      try (InputStream in = new DigestInputStream(Files.newInputStream(archive), sha256)) {
        in.transferTo(OutputStream.nullOutputStream());
      }
      assertThat(archive.resolveSibling(archive.getFileName() + ".sha256"))
          .hasContent(
              HexFormat.of().formatHex(sha256.digest()) + "  " + archive.getFileName() + "\n");
    }
  }
}
