package io.hybridycsb.it.docker.servers;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.docker.ComposeFile;
import io.hybridycsb.it.docker.DockerFolder;
import io.hybridycsb.it.docker.Dockerfile;
import io.hybridycsb.it.docker.OwnCommands;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * Compares the compose file of a system with its servers' code. No engine runs, but the commands
 * that make a cluster's keys and files do.
 */
abstract class MadeFilesTests {
  final Dockerfile dockerfile = new Dockerfile(DockerFolder.PATH.resolve("Dockerfile"));

  @TempDir Path directory;

  static ComposeFile compose(String system) {
    return new ComposeFile(DockerFolder.PATH.resolve(system + ".yml"));
  }

  String password(String name) throws IOException {
    return Files.readString(directory.resolve("passwords").resolve(name)).strip();
  }

  Path validator(String number) {
    return directory.resolve("validator" + number).resolve("config").resolve("config.toml");
  }

  /** Runs a service's command in this process, on a directory of the test's. */
  void init(ComposeFile compose, String service) throws Exception {
    List<String> command = new ArrayList<>();
    Map<String, Object> description = compose.services().get(service);
    List<String> entryPoint = ComposeFile.texts(description.get("entrypoint"));
    if (!entryPoint.isEmpty()) {
      assertThat(entryPoint.get(0)).isEqualTo("hybrid");
      command.addAll(entryPoint.subList(1, entryPoint.size()));
    }
    ComposeFile.texts(description.get("command"))
        .forEach(text -> command.add(text.replace("=/cluster", "=" + directory)));
    String[] arguments = command.toArray(String[]::new);
    int status =
        entryPoint.isEmpty()
            ? OwnCommands.of(dockerfile.mainClass(ComposeFile.target(description))).run(arguments)
            : hybrid().execute(arguments);
    assertThat(status).as("exit status of %s", command).isZero();
    if (service.equals("init")) {
      assertThat(compose.passwords()).isNotEmpty();
      for (String name : compose.passwords()) {
        assertThat(password(name)).as(name).matches("[0-9a-f]{32}");
      }
    }
  }

  static CommandLine hybrid() throws ReflectiveOperationException {
    Method commandLine =
        Class.forName("io.hybridycsb.harness.cli.HybridMain").getDeclaredMethod("commandLine");
    commandLine.setAccessible(true);
    return (CommandLine) commandLine.invoke(null);
  }

  /** Makes what {@code make-secrets} makes for Kubernetes, in a directory of the test's. */
  void makeForKubernetes(String system) throws Exception {
    List<String> keygen = new ArrayList<>(List.of("keygen", system, "--directory=" + directory));
    keygen.addAll(
        Files.readAllLines(DockerFolder.PATH.resolve("kubernetes/" + system + ".keygen")));
    assertThat(hybrid().execute(keygen.toArray(String[]::new))).isZero();
  }

  static void requireReachable(ComposeFile compose, String address) {
    assertThat(compose.services()).containsKey(address.substring(0, address.indexOf(':')));
  }

  static void requireSamePort(String address, String listen) {
    assertThat(listen).isEqualTo("0.0.0.0" + address.substring(address.indexOf(':')));
  }
}
