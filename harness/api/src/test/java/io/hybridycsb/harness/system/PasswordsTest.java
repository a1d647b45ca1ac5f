package io.hybridycsb.harness.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PasswordsTest {
  @TempDir private Path directory;

  @Test
  void aPasswordIsForItsOwnerAloneAndIsKept() throws IOException {
    Path file = directory.resolve("passwords").resolve("postgresql1");
    String password = Passwords.in(file);

    assertThat(password).matches("[0-9a-f]{32}");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(Passwords.in(file)).isEqualTo(password);
  }

  @Test
  void noTwoAreEqual() {
    assertThat(Passwords.in(directory.resolve("one")))
        .isNotEqualTo(Passwords.in(directory.resolve("two")));
  }
}
