package io.hybridycsb.harness.system.programs;

import io.hybridycsb.harness.system.SystemDescription;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/** Releases for tests. */
public final class TestHome {
  private TestHome() {}

  /** One with all systems that tests see, for planning only: their programs have no code. */
  public static Home hollow(Path directory) throws IOException {
    List<String> systems =
        ServiceLoader.load(SystemDescription.class).stream()
            .map(description -> description.get().name())
            .toList();
    // Most servers have the name of their system.
    for (String server :
        Stream.concat(systems.stream(), Stream.of("cassandra", "fabric-chaincode", "kafka"))
            .toList()) {
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
    Files.write(
        bindings.resolve("bindings.properties"),
        systems.stream().map(system -> system + ":some.Binding").toList());
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
