package io.hybridycsb.harness.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.HarnessException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyFilesTest {
  @TempDir private Path directory;

  @Test
  void aKeyIsForItsOwnerAloneAndIsKept() throws IOException {
    Path key = directory.resolve("node1").resolve("node.key");
    String publicKey = KeyFiles.publicKeyOf(key);
    String made = Files.readString(key);

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key)))
        .isEqualTo("rw-------");
    assertThat(publicKey).hasSize(64);
    assertThat(KeyFiles.publicKeyOf(key)).isEqualTo(publicKey);
    assertThat(key).hasContent(made);
    assertThat(key.getParent())
        .isDirectoryContaining(file -> file.endsWith("node.key.pub"))
        .isDirectoryNotContaining("glob:**.part");
  }

  @Test
  void aKeyWithoutItsPublicKeyIsNotReplaced() throws IOException {
    Path key = directory.resolve("node.key");
    KeyFiles.publicKeyOf(key);
    String made = Files.readString(key);
    Files.delete(directory.resolve("node.key.pub"));

    assertThatThrownBy(() -> KeyFiles.publicKeyOf(key))
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("node.key.pub: put that back, or remove the private key");
    assertThat(key).hasContent(made);
  }
}
