package io.hybridycsb.harness.bench.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClientFilesTest {
  @TempDir Path directory;
  private Path home;
  private Path output;
  private ClientFiles files;

  @BeforeEach
  void pack() throws Exception {
    home = Files.createDirectory(directory.resolve("home"));
    output = Files.createDirectory(directory.resolve("out put"));
    files = new ClientFiles(home, output, "/opt/hybrid", "/tmp/there");
  }

  private String there(String value) throws Exception {
    Path file = directory.resolve("written");
    files.write(file, Map.of("name", value));
    return read(file).getProperty("name");
  }

  private static Properties read(Path file) throws IOException {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    }
    return properties;
  }

  @Test
  void pathsOfTheReleaseAndOfTheOutputBecomeThoseOfTheHost() throws Exception {
    assertThat(files.command(List.of(home.resolve("bin/ycsb").toString(), "run", "etcd")))
        .containsExactly("/opt/hybrid/bin/ycsb", "run", "etcd");
    assertThat(there(output.resolve("client1-").toString())).isEqualTo("/tmp/there/out/client1-");
    assertThat(there(home + "-not")).isEqualTo(home + "-not");
  }

  @Test
  void filesThatPropertiesNameAreCopiedAndNothingElseIs() throws Exception {
    Path key = Files.writeString(directory.resolve("a key"), "secret");
    Path stage = Files.createDirectory(directory.resolve("stage"));

    assertThat(there(key.toString())).isEqualTo("/tmp/there/files/0-a key");
    assertThat(there(key.toString())).isEqualTo("/tmp/there/files/0-a key");
    for (String unchanged : List.of(directory.toString(), "/none", "b=/c", "a key")) {
      assertThat(there(unchanged)).isEqualTo(unchanged);
    }
    files.pack(directory.resolve("none"), stage);

    assertThat(stage.resolve("files")).isDirectoryContaining(file -> file.endsWith("0-a key"));
    assertThat(stage.resolve("files/0-a key")).hasContent("secret");
  }

  @Test
  void theAddressesOfAClusterThatRunsComeAlongWithItsKeys() throws Exception {
    Path clusters = directory.resolve("clusters");
    Path key = Files.writeString(directory.resolve("client.key"), "secret");
    Files.createDirectories(clusters.resolve("etcd"));
    Files.createDirectories(clusters.resolve("idle"));
    Files.writeString(
        clusters.resolve("etcd/ycsb.properties"), "etcd.endpoints=a:1,b:2\netcd.key=" + key + "\n");
    Path stage = Files.createDirectory(directory.resolve("stage"));

    files.pack(clusters, stage);

    assertThat(read(stage.resolve("etcd/ycsb.properties")))
        .containsEntry("etcd.endpoints", "a:1,b:2")
        .containsEntry("etcd.key", "/tmp/there/files/0-client.key");
    assertThat(stage.resolve("files/0-client.key")).hasContent("secret");
    assertThat(stage.resolve("idle")).doesNotExist();
  }
}
