package io.hybridycsb.harness.system.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Releases for tests. */
public final class TestHome {
  private TestHome() {}

  /** One that is good for planning only: its servers have no code. */
  public static Home hollow(Path directory) throws IOException {
    for (String server :
        new String[] {"blockchaindb", "cassandra", "kafka", "veritas-kafka", "veritas-tm"}) {
      Files.createDirectories(directory.resolve("servers").resolve(server).resolve("lib"));
    }
    Files.createFile(directory.resolve("servers/cassandra/lib/cassandra-all-5.6.7.jar"));
    Files.createFile(directory.resolve("servers/cassandra/lib/jamm-0.1.2.jar"));
    Files.createFile(directory.resolve("servers/kafka/lib/kafka-server-common-1.2.3.jar"));
    return new Home(directory);
  }

  /** One with the real Kafka broker of the release archive. */
  public static Home withKafka() throws IOException {
    Path directory = Path.of("target", "test-home").toAbsolutePath();
    Path kafka = directory.resolve("servers").resolve("kafka");
    Path lib = kafka.resolve("lib");
    Files.createDirectories(kafka);
    Files.deleteIfExists(lib);
    Files.createSymbolicLink(lib, Path.of(System.getProperty("test.kafka.lib")).toRealPath());
    return new Home(directory);
  }
}
