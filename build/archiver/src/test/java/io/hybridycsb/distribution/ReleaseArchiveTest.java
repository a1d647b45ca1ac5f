package io.hybridycsb.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReleaseArchiveTest {
  private static final Instant TIME = Instant.parse("2026-01-02T03:04:05Z");

  @TempDir private Path root;

  private Path release(String parent, String... files) throws IOException {
    Path release = root.resolve(parent).resolve("release-1.0");
    for (String file : files) {
      Path path = release.resolve(file);
      Files.createDirectories(path.getParent());
      Files.writeString(path, path.getFileName().toString());
      Files.setLastModifiedTime(path, FileTime.from(Instant.now()));
    }
    return release;
  }

  private Path archive(String name, Path release, String... names) throws IOException {
    Path archive = root.resolve(name);
    ReleaseArchive.write(release, archive, TIME, 9, List.of(names));
    return archive;
  }

  private static List<TarArchiveEntry> entries(Path archive) throws IOException {
    List<TarArchiveEntry> entries = new ArrayList<>();
    try (TarArchiveInputStream tar =
        new TarArchiveInputStream(
            new GzipCompressorInputStream(
                new BufferedInputStream(Files.newInputStream(archive))))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        entries.add(entry);
      }
    }
    return entries;
  }

  @Test
  void equalTreesMakeEqualArchivesWhereverAndWheneverTheyWereMade() throws IOException {
    Path one = archive("one", release("a", "bin/run", "b/lib/x.jar", "c/lib/y.jar"));
    Path other = archive("other", release("b/c", "c/lib/y.jar", "bin/run", "b/lib/x.jar"));

    assertThat(other).hasSameBinaryContentAs(one);
    assertThat(entries(one))
        .allMatch(entry -> entry.getLastModifiedTime().equals(FileTime.from(TIME)))
        .allMatch(entry -> entry.getLongUserId() == 0 && entry.getUserName().isEmpty());
  }

  @Test
  void besideAnArchiveIsItsChecksum() throws Exception {
    Path archive = archive("sums.tar.gz", release("a", "bin/run", "b/lib/x.jar"));

    byte[] sum = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(archive));
    assertThat(root.resolve("sums.tar.gz.sha256"))
        .hasContent(HexFormat.of().formatHex(sum) + "  sums.tar.gz\n");
  }

  @Test
  void aFileThatCameBeforeIsALinkToIt() throws IOException {
    Path archive = archive("links", release("a", "one/x.jar", "two/x.jar", "two/y.jar"));

    assertThat(entries(archive))
        .filteredOn(entry -> !entry.isDirectory())
        .extracting(TarArchiveEntry::getName, TarArchiveEntry::getLinkName)
        .containsExactly(
            tuple("release-1.0/one/x.jar", ""),
            tuple("release-1.0/two/x.jar", "release-1.0/one/x.jar"),
            tuple("release-1.0/two/y.jar", ""));
  }

  @Test
  void equalContentsWithAnotherModeAreNoLink() throws IOException {
    Path release = release("a", "one/x", "two/x");
    assertThat(release.resolve("two/x").toFile().setExecutable(true)).isTrue();

    assertThat(entries(archive("modes", release)))
        .filteredOn(entry -> !entry.isDirectory())
        .noneMatch(TarArchiveEntry::isLink)
        .extracting(TarArchiveEntry::getMode)
        .containsExactly(0644, 0755);
  }

  @Test
  void namesChooseWhatIsTaken() throws IOException {
    Path release = release("a", "one/x", "servers/a/x.jar", "servers/b/y.jar");

    assertThat(entries(archive("without", release, "-servers/b")))
        .extracting(TarArchiveEntry::getName)
        .contains("release-1.0/one/x", "release-1.0/servers/a/x.jar")
        .noneMatch(name -> name.contains("servers/b"));
    assertThat(entries(archive("only", release, "servers/b")))
        .extracting(TarArchiveEntry::getName)
        .containsExactly("release-1.0/servers/b/", "release-1.0/servers/b/y.jar");
  }
}
