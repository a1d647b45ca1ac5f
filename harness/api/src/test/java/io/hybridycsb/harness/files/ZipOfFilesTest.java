package io.hybridycsb.harness.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ZipOfFilesTest {
  @TempDir Path directory;

  private Path file(String name, String text) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private Map<String, String> written(ZipOfFiles zip) throws IOException {
    Path file = directory.resolve("all.zip");
    zip.writeSummed(file);
    Map<String, String> entries = new LinkedHashMap<>();
    try (ZipInputStream in = new ZipInputStream(Files.newInputStream(file))) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        entries.put(entry.getName(), new String(in.readAllBytes()));
      }
    }
    return entries;
  }

  @Test
  void eachEntrysHashStandsInTheLastOne() throws IOException {
    ZipOfFiles zip = new ZipOfFiles();
    zip.text("b.txt", "abc");
    zip.file("a/empty", file("empty", ""));

    assertThat(written(zip))
        .containsExactly(
            Map.entry("a/empty", ""),
            Map.entry("b.txt", "abc"),
            Map.entry(
                ZipOfFiles.SUMS,
                """
                e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  a/empty
                ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  b.txt
                """));
  }

  @Test
  void aDirectoryIsThereWithoutWhatIsHidden() throws IOException {
    file("d/x/run.json", "1");
    file("d/.clusters/key", "secret");
    file("d/x/.mark", "hidden");
    ZipOfFiles zip = new ZipOfFiles();
    zip.directory("results", directory.resolve("d"));

    assertThat(written(zip)).containsOnlyKeys("results/x/run.json", ZipOfFiles.SUMS);
  }

  @Test
  void theSameFilesMakeTheSameZip() throws IOException {
    byte[] first = bytes();
    assertThat(bytes()).isEqualTo(first);
  }

  private byte[] bytes() throws IOException {
    ZipOfFiles zip = new ZipOfFiles();
    zip.file("a", file("a", "1"));
    Path file = directory.resolve("one.zip");
    zip.write(file);
    return Files.readAllBytes(file);
  }
}
