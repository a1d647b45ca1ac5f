package io.hybridycsb.harness.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.system.programs.Home;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OriginTest {
  @TempDir Path directory;

  private String build(String content, long time) throws IOException {
    Path lib = Files.createDirectories(directory.resolve("lib"));
    try (ZipOutputStream jar =
        new ZipOutputStream(Files.newOutputStream(lib.resolve("core-1.jar")))) {
      ZipEntry entry = new ZipEntry("A.class");
      entry.setTime(time);
      jar.putNextEntry(entry);
      jar.write(content.getBytes(StandardCharsets.UTF_8));
    }
    return Origin.build(new Home(directory));
  }

  @Test
  void theSameCodeBuiltAgainIsTheSameBuildAndOtherCodeIsAnother() throws Exception {
    String build = build("code", 1_000_000_000_000L);

    assertThat(build).matches("[0-9a-f]{12}");
    assertThat(build("code", 1_700_000_000_000L)).isEqualTo(build);
    assertThat(build("c0de", 1_000_000_000_000L)).isNotEqualTo(build);
  }
}
