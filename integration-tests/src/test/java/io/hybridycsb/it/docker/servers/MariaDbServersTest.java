package io.hybridycsb.it.docker.servers;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.network.Links;
import io.hybridycsb.harness.process.Ports;
import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.Settings;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.network.NetworkOptions;
import io.hybridycsb.harness.system.programs.Home;
import io.hybridycsb.harness.system.registry.Systems;
import io.hybridycsb.harness.system.stores.MariaDbServer;
import io.hybridycsb.it.docker.ComposeFile;
import io.hybridycsb.it.docker.DockerFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares the MariaDBs of the compose files with those of local clusters. None runs. */
class MariaDbServersTest {
  /** What the image says by itself, and what only several clusters on one machine need. */
  private static final String LOCAL =
      "--(no-defaults|basedir|datadir|skip-name-resolve|user|port|bind-address|socket|skip-ssl)(=.*)?";

  private final SystemDescription system = Systems.byName("mariadb");

  @TempDir Path directory;

  private PlanContext context;

  @BeforeEach
  void makeAProgram() throws IOException {
    Path program = directory.resolve("bin/mariadbd");
    Files.createDirectories(program.getParent());
    Files.writeString(program, "#!/bin/sh\necho Ver 1.2.3\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    Files.writeString(program.resolveSibling("bindings.properties"), "mariadb:some.Binding\n");
    Map<String, String> set = Map.of("mariadb.home", directory.toString());
    Ports ports = new Ports(Map.of(), 22_000);
    context =
        new PlanContext(
            1,
            new Settings(NetworkOptions.of(system), set),
            directory.resolve("run"),
            new Home(directory),
            ports,
            new Links(false, ports),
            line -> {});
  }

  private static List<String> settings(ProcessSpec server) {
    return server.command().stream()
        .filter(argument -> argument.startsWith("--") && !argument.matches(LOCAL))
        .toList();
  }

  private static List<String> command(String file, String service) {
    ComposeFile compose = new ComposeFile(DockerFolder.PATH.resolve(file));
    List<String> command = ComposeFile.texts(compose.services().get(service).get("command"));
    assertThat(command).startsWith("mariadbd");
    return command.subList(1, command.size());
  }

  @Test
  void aServerAloneHasTheSettingsOfALocalOne() {
    ProcessSpec server = system.plan(context).processes().get(0);

    assertThat(command("mariadb.yml", "database"))
        .containsExactlyInAnyOrderElementsOf(settings(server));
  }

  @Test
  void aNodesDatabaseHasTheSettingsOfALocalOne() {
    ProcessSpec server =
        new MariaDbServer(context).process("database2", "database", 0, List.of(), "relational");

    assertThat(command("relational-kafka.yml", "database2")).containsAll(settings(server));
  }
}
