package io.hybridycsb.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs copies of the scripts in bin/ with a JVM that only prints its arguments. */
record ScriptRun(Path work, Path jdk) {
  static final int STATUS_OF_JAVA = 7;

  record Result(int status, List<String> out, String err) {}

  /** Makes the JVM. */
  static ScriptRun in(Path work, Path jdk) throws IOException {
    program(
        jdk.resolve("bin/java"),
        "for i; do printf '%s\\n' \"$i\"; done\nexit " + STATUS_OF_JAVA + "\n");
    return new ScriptRun(work, jdk);
  }

  static void program(Path program, String text) throws IOException {
    Files.createDirectories(program.getParent());
    Files.writeString(program, "#!/bin/sh\n" + text);
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** The scripts as they are in the source tree. */
  static Path source() {
    return Path.of(System.getProperty("test.bin"));
  }

  static void copyScripts(Path directory) throws IOException {
    Files.createDirectories(directory);
    try (Stream<Path> scripts = Files.list(source())) {
      for (Path script : scripts.toList()) {
        Files.copy(script, directory.resolve(script.getFileName()));
      }
    }
  }

  /** The scripts as they are in a release, with the list of bindings. */
  static void copyRelease(Path directory) throws IOException {
    copyScripts(directory);
    StringBuilder bindings = new StringBuilder();
    try (Stream<Path> systems = Files.list(source().resolveSibling("bindings"))) {
      for (Path system : systems.sorted().toList()) {
        Path file = system.resolve("bindings.properties");
        if (Files.exists(file)) {
          bindings.append(Files.readString(file));
        }
      }
    }
    Files.writeString(directory.resolve("bindings.properties"), bindings);
  }

  Result run(Map<String, String> environment, Path script, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(script.toString()));
    command.addAll(Arrays.asList(arguments));
    Path err = Files.createTempFile(work.getParent(), "err", "");
    ProcessBuilder builder = new ProcessBuilder(command).directory(work.toFile());
    builder.environment().remove("HYBRID_DIR");
    builder.environment().put("JAVA_HOME", jdk.toString());
    builder.environment().putAll(environment);
    Process process = builder.redirectError(err.toFile()).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return new Result(process.exitValue(), out.lines().toList(), Files.readString(err));
  }
}
