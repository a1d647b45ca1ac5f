package io.hybridycsb.harness.system.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.HarnessException;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnpackedJarTest {
  @TempDir private Path dir;

  private Path jar(String name, Map<String, byte[]> entries) throws Exception {
    Path jar = dir.resolve(name);
    try (OutputStream out = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        zip.putNextEntry(new ZipEntry(entry.getKey()));
        zip.write(entry.getValue());
        zip.closeEntry();
      }
    }
    return jar;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] tar(String name, int mode, String link) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar =
        new TarArchiveOutputStream(new XZCompressorOutputStream(bytes))) {
      TarArchiveEntry file = new TarArchiveEntry(name);
      file.setMode(mode);
      file.setSize(4);
      tar.putArchiveEntry(file);
      tar.write(bytes("text"));
      tar.closeArchiveEntry();
      TarArchiveEntry symbolic = new TarArchiveEntry(link, TarArchiveEntry.LF_SYMLINK);
      symbolic.setLinkName("program");
      tar.putArchiveEntry(symbolic);
      tar.closeArchiveEntry();
    }
    return bytes.toByteArray();
  }

  @Test
  void aTarKeepsItsProgramsAndLinks() throws Exception {
    Path jar = jar("p-1.0.jar", Map.of("programs.txz", tar("bin/program", 0100755, "bin/other")));
    Path unpacked = UnpackedJar.ofTar(jar, dir.resolve("cache"));

    assertThat(unpacked.getFileName()).hasToString("p-1.0");
    assertThat(unpacked.resolve("bin/program")).isExecutable().hasContent("text");
    assertThat(unpacked.resolve("bin/other")).isSymbolicLink().hasContent("text");
  }

  @Test
  void aFolderIsUnpackedWithoutWhatIsLeft() throws Exception {
    Map<String, byte[]> entries = new LinkedHashMap<>();
    entries.put("top/bin/server", bytes("s"));
    entries.put("top/bin/client", bytes("c"));
    entries.put("top/share/messages", bytes("m"));
    entries.put("elsewhere/file", bytes("e"));
    Path unpacked =
        UnpackedJar.ofFolder(
            jar("f-2.0.jar", entries), "top/", List.of("bin/client"), dir.resolve("cache"));

    assertThat(unpacked.resolve("bin/server")).isExecutable();
    assertThat(unpacked.resolve("share/messages").toFile().canExecute()).isFalse();
    try (Stream<Path> files = Files.walk(unpacked)) {
      assertThat(files.filter(Files::isRegularFile)).hasSize(2);
    }
  }

  @Test
  void whatIsUnpackedIsNotUnpackedAgain() throws Exception {
    Path jar = jar("f-2.0.jar", Map.of("top/bin/server", bytes("s")));
    Path unpacked = UnpackedJar.ofFolder(jar, "top/", List.of(), dir.resolve("cache"));
    Files.delete(jar);

    assertThat(UnpackedJar.ofFolder(jar, "top/", List.of(), dir.resolve("cache")))
        .isEqualTo(unpacked);
  }

  @Test
  void severalCommandsMayUnpackAtOnce() throws Exception {
    Path jar = jar("f-4.0.jar", Map.of("top/bin/server", bytes("s")));
    Path cache = dir.resolve("cache");
    int commands = 8;
    CyclicBarrier together = new CyclicBarrier(commands);
    ExecutorService threads = Executors.newFixedThreadPool(commands);
    try {
      List<Callable<Path>> all =
          Collections.nCopies(
              commands,
              () -> {
                together.await();
                return UnpackedJar.ofFolder(jar, "top/", List.of(), cache);
              });
      for (Future<Path> unpacked : threads.invokeAll(all)) {
        assertThat(unpacked.get().resolve("bin/server")).isExecutable();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(cache).isDirectoryNotContaining("glob:**/unpacking*");
  }

  @Test
  void aPathThatLeadsOutIsRefused() throws Exception {
    Path jar = jar("f-3.0.jar", Map.of("top/../../outside", bytes("s")));

    assertThatThrownBy(() -> UnpackedJar.ofFolder(jar, "top/", List.of(), dir.resolve("cache")))
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("leads out");
    assertThat(dir.resolve("outside")).doesNotExist();
  }
}
