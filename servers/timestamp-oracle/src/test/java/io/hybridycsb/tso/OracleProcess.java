package io.hybridycsb.tso;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A timestamp oracle as a process of its own. */
final class OracleProcess implements AutoCloseable {
  private static final String READY = "timestamp-oracle ready on ";

  private final Process process;
  private final BufferedReader output;
  private final Path errors;

  private OracleProcess(Process process, Path errors) {
    this.process = process;
    this.output = process.inputReader(UTF_8);
    this.errors = errors;
  }

  /** Starts the command; its standard error goes to a file below {@code directory}. */
  static OracleProcess start(Path directory, String... args) throws IOException {
    return start(directory, Map.of(), args);
  }

  /** The same, with further environment variables. */
  static OracleProcess start(Path directory, Map<String, String> environment, String... args)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(TimestampOracleMain.class.getName());
    command.addAll(List.of(args));
    Path errors = Files.createTempFile(directory, "oracle", ".err");
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    return new OracleProcess(process, errors);
  }

  /** Waits for the line that says where it serves, and returns the address. */
  String awaitReady() throws IOException {
    String line = output.readLine();
    if (line == null || !line.startsWith(READY)) {
      throw new IOException("not ready: " + line + "; " + Files.readString(errors));
    }
    return line.substring(READY.length());
  }

  /** Waits for the end and returns the exit status. */
  int awaitExit() throws InterruptedException {
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      throw new IllegalStateException("still running after 60 s");
    }
    return process.exitValue();
  }

  /** SIGTERM. */
  void terminate() {
    // Not Process.destroy(), which also closes the streams that the test still reads.
    process.toHandle().destroy();
  }

  /** SIGKILL. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    awaitExit();
  }

  /** What is left on standard output. */
  String output() throws IOException {
    StringBuilder rest = new StringBuilder();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      rest.append(line).append('\n');
    }
    return rest.toString();
  }

  String errors() throws IOException {
    return Files.readString(errors);
  }

  @Override
  public void close() throws InterruptedException {
    kill();
  }
}
