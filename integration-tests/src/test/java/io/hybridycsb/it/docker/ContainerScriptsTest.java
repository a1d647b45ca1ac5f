package io.hybridycsb.it.docker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scripts that make secrets may end halfway, and may be run again. */
class ContainerScriptsTest {
  private static final Path DOCKER = DockerFolder.PATH;

  @TempDir Path directory;

  private Path program(String name, String script) throws IOException {
    Path program = directory.resolve(name);
    Files.createDirectories(program.getParent());
    Files.writeString(program, script);
    assertThat(program.toFile().setExecutable(true)).isTrue();
    return program;
  }

  /** Exit status of a command that finds the programs in "programs" first. */
  private int run(String... command) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder
        .environment()
        .merge("PATH", directory.resolve("programs") + ":", (path, first) -> first + path);
    builder.redirectOutput(directory.resolve("output").toFile());
    return builder.start().waitFor();
  }

  @Test
  void aPasswordIsThereOnceItIsWhole() throws Exception {
    Path passwords = Files.createDirectories(directory.resolve("passwords"));
    String script = Files.readString(DOCKER.resolve("init.sh")).replace("cd /cluster\n", "cd %s\n");
    assertThat(script).contains("cd %s\n");
    String init = program("init.sh", script.replace("cd %s", "cd " + directory)).toString();

    Path half = program("programs/od", "#!/bin/sh\necho 0a0b\nexit 1\n");
    assertThat(run("bash", init, "password={password}")).isNotZero();
    Files.delete(half);
    assertThat(run("bash", init, "password={password}")).isZero();

    for (String name : new String[] {"client", "database"}) {
      assertThat(passwords.resolve(name)).content().matches("[0-9a-f]{32}");
    }
    assertThat(directory.resolve("client.properties"))
        .hasContent("password=" + Files.readString(passwords.resolve("client")));
  }

  @Test
  void secretsAreMadeFromTheSameKeysAsOftenAsOneLikes() throws Exception {
    Path scripts = Files.createDirectories(directory.resolve("docker/kubernetes"));
    for (String name : new String[] {"make-secrets", "veritas-tm.keygen"}) {
      Files.copy(DOCKER.resolve("kubernetes").resolve(name), scripts.resolve(name));
    }
    Path keys = directory.resolve("keys");
    program(
        "bin/hybrid",
        "#!/bin/sh\ncd %s\nmkdir -p node1 validator1\ntouch cluster.json client.properties\n"
            .formatted(keys));
    // It knows objects by their names, and doesn't make one that is there.
    program(
        "programs/kubectl",
        """
        #!/bin/sh
        cd %s
        case "$*" in
          "-n some create secret generic "*--dry-run=client*) echo "$6" ;;
          "-n some create secret generic "*) [ ! -e "$6.made" ] && touch "$6.made" ;;
          "-n some apply "*) read -r name && touch "$name.made" ;;
          *) exit 1 ;;
        esac
        """
            .formatted(directory));

    for (int time = 1; time <= 2; time++) {
      int status =
          run(
              "sh",
              scripts.resolve("make-secrets").toString(),
              "veritas-tm",
              keys.toString(),
              "-n",
              "some");
      assertThat(status).as(Files.readString(directory.resolve("output"), UTF_8)).isZero();
      assertThat(directory.resolve("veritas-tm-node-1.made")).exists();
      assertThat(directory.resolve("veritas-tm-client.made")).exists();
    }
  }
}
