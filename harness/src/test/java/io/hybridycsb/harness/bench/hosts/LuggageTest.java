package io.hybridycsb.harness.bench.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LuggageTest {
  @TempDir Path directory;
  private Path home;
  private Path output;
  private Luggage luggage;

  @BeforeEach
  void pack() throws Exception {
    home = Files.createDirectory(directory.resolve("home"));
    output = Files.createDirectory(directory.resolve("out put"));
    luggage = new Luggage(home, output, "/opt/hybrid", "/tmp/there");
  }

  private String there(String word) {
    return luggage.command(List.of("-p", word)).get(1);
  }

  @Test
  void pathsOfTheReleaseAndOfTheOutputBecomeThoseOfTheHost() {
    assertThat(luggage.command(List.of(home.resolve("bin/ycsb").toString(), "run", "etcd")))
        .containsExactly("/opt/hybrid/bin/ycsb", "run", "etcd");
    assertThat(there("hdrhistogram.output.path=" + output.resolve("client1-")))
        .isEqualTo("hdrhistogram.output.path=/tmp/there/out/client1-");
    assertThat(there("where=" + home + "-not")).isEqualTo("where=" + home + "-not");
  }

  @Test
  void filesThatPropertiesNameAreCopiedAndNothingElseIs() throws Exception {
    Path key = Files.writeString(directory.resolve("a key"), "secret");
    Path stage = Files.createDirectory(directory.resolve("stage"));

    assertThat(there("etcd.key=" + key)).isEqualTo("etcd.key=/tmp/there/files/0-a key");
    assertThat(there("other.key=" + key)).isEqualTo("other.key=/tmp/there/files/0-a key");
    assertThat(there("dir=" + directory)).isEqualTo("dir=" + directory);
    assertThat(there("path=/none")).isEqualTo("path=/none");
    assertThat(there("a=b=/c")).isEqualTo("a=b=/c");
    assertThat(there("relative=a key")).isEqualTo("relative=a key");
    luggage.pack(directory.resolve("none"), stage);

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

    luggage.pack(clusters, stage);

    Properties there = new Properties();
    try (Reader reader = Files.newBufferedReader(stage.resolve("etcd/ycsb.properties"))) {
      there.load(reader);
    }
    assertThat(there)
        .containsEntry("etcd.endpoints", "a:1,b:2")
        .containsEntry("etcd.key", "/tmp/there/files/0-client.key");
    assertThat(stage.resolve("files/0-client.key")).hasContent("secret");
    assertThat(stage.resolve("idle")).doesNotExist();
  }
}
