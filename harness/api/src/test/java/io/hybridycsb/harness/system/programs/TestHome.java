package io.hybridycsb.harness.system.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Releases for tests. */
public final class TestHome {
  private TestHome() {}

  /** One that is good for planning only: its servers and bindings have no code. */
  public static Home hollow(Path directory) throws IOException {
    for (String server :
        List.of(
            "blockchaindb",
            "cassandra",
            "fabric-chaincode",
            "immudb",
            "kafka",
            "postgresql-ledger",
            "quorum",
            "relational-kafka",
            "relational-tm",
            "veritas-kafka",
            "veritas-tm")) {
      Files.createDirectories(directory.resolve("servers").resolve(server).resolve("lib"));
    }
    for (String jar :
        List.of(
            "cassandra/lib/cassandra-all-5.6.7.jar",
            "cassandra/lib/jamm-0.1.2.jar",
            "kafka/lib/kafka-server-common-1.2.3.jar")) {
      Files.writeString(directory.resolve("servers").resolve(jar), "");
    }
    Path bindings = Files.createDirectories(directory.resolve("bin"));
    Files.writeString(
        bindings.resolve("bindings.properties"),
        """
        bigchaindb:some.Binding
        blockchaindb:some.Binding
        cassandra-lwt:some.Binding
        etcd:some.Binding
        fabric:some.Binding
        immudb:some.Binding
        mariadb:some.Binding
        postgresql:some.Binding
        postgresql-ledger:some.Binding
        quorum:some.Binding
        relational-kafka:some.Binding
        relational-tm:some.Binding
        """);
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
