package io.hybridycsb.harness.system.stores;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WithPasswordsTest {
  private static final String STATEMENTS = "MAKE a '%s';\n\nMAKE b '%s';\n";

  @TempDir private Path dir;

  private List<String> given(String... command) {
    return WithPasswords.given(
        STATEMENTS, List.of(dir.resolve("one"), dir.resolve("other's")), List.of(command));
  }

  @Test
  void aCommandReadsStatementsWithThePasswordsAndItsStatusCounts() throws Exception {
    Files.writeString(dir.resolve("one"), "0123\n");
    Files.writeString(dir.resolve("other's"), "4567\n");

    Process cat = new ProcessBuilder(given("cat")).start();
    assertThat(new String(cat.getInputStream().readAllBytes(), UTF_8))
        .isEqualTo("MAKE a '0123';\n\nMAKE b '4567';\n");
    assertThat(cat.waitFor()).isZero();
    Process failed = new ProcessBuilder(given("sh", "-c", "cat >$0; exit 3", "/dev/null")).start();
    assertThat(failed.waitFor()).isEqualTo(3);
  }

  @Test
  void withoutAPasswordTheCommandIsNotRun() throws Exception {
    Files.writeString(dir.resolve("one"), "0123\n");
    Path trace = dir.resolve("trace");

    Process touch = new ProcessBuilder(given("touch", trace.toString())).start();
    assertThat(touch.waitFor()).isNotZero();
    assertThat(trace).doesNotExist();
  }
}
