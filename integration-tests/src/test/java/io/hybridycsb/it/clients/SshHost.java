package io.hybridycsb.it.clients;

import io.hybridycsb.harness.process.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * A host that OpenSSH reaches: a real sshd on a port of the loopback interface, with keys and a
 * directory for temporary files of its own. Its {@code date} tells a time that a test chooses.
 */
final class SshHost implements AutoCloseable {
  /** Above the ports of clusters. */
  private static final Ports PORTS = new Ports(Map.of(), 31_700);

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final String name;
  private final Path directory;
  private final int port;
  private final Process sshd;

  private SshHost(String name, Path directory, int port, Process sshd) {
    this.name = name;
    this.directory = directory;
    this.port = port;
    this.sshd = sshd;
  }

  static boolean isAvailable() {
    return Stream.of("sshd", "ssh", "ssh-keygen").allMatch(one -> program(one).isPresent());
  }

  /** A program on the PATH, or where servers lie that users have no use for. */
  private static Optional<Path> program(String program) {
    String path = System.getenv().getOrDefault("PATH", "") + ":/usr/sbin:/usr/local/sbin";
    return Stream.of(path.split(":"))
        .map(directory -> Path.of(directory, program))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static String found(String program) {
    return program(program).orElseThrow().toString();
  }

  /** Makes a key without a passphrase. */
  static void keygen(Path file) throws IOException, InterruptedException {
    Process keygen =
        new ProcessBuilder(
                found("ssh-keygen"), "-q", "-t", "ed25519", "-N", "", "-f", file.toString())
            .start();
    if (keygen.waitFor() != 0) {
      throw new IllegalStateException(
          "ssh-keygen: " + new String(keygen.getErrorStream().readAllBytes()));
    }
  }

  /**
   * Starts one, and waits until it listens.
   *
   * @param directory a new one
   * @param userKey the public key that may log in
   */
  static SshHost start(String name, Path directory, Path userKey)
      throws IOException, InterruptedException {
    Files.createDirectories(directory.resolve("bin"));
    Files.createDirectories(directory.resolve("tmp"));
    keygen(directory.resolve("key"));
    Path date = directory.resolve("bin").resolve("date");
    Files.writeString(
        date,
        "#!/bin/sh\nexec %s -d \"$(cat '%s') seconds\" \"$@\"\n"
            .formatted(found("date"), directory.resolve("ahead")));
    date.toFile().setExecutable(true);
    int port;
    synchronized (PORTS) {
      port = PORTS.port(directory.toString());
    }
    Path config = directory.resolve("sshd_config");
    Files.writeString(
        config,
        """
        Port %d
        ListenAddress 127.0.0.1
        HostKey %s
        AuthorizedKeysFile %s
        StrictModes no
        PidFile none
        UsePAM no
        PasswordAuthentication no
        PermitRootLogin yes
        SetEnv PATH=%s:/usr/local/bin:/usr/bin:/bin TMPDIR=%s
        """
            .formatted(
                port,
                directory.resolve("key"),
                userKey,
                directory.resolve("bin"),
                directory.resolve("tmp")));
    if (System.getProperty("user.name").equals("root")) {
      // Where sshd confines what it does before a login; the package's service makes it.
      Files.createDirectories(Path.of("/run/sshd"));
    }
    Process sshd =
        new ProcessBuilder(found("sshd"), "-D", "-e", "-f", config.toString())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("sshd.log").toFile())
            .start();
    SshHost host = new SshHost(name, directory, port, sshd);
    host.setClockAhead(0);
    try {
      Awaitility.await("sshd").atMost(TIMEOUT).until(() -> !sshd.isAlive() || !Ports.isFree(port));
      if (!sshd.isAlive()) {
        throw new IllegalStateException("sshd: " + Files.readString(directory.resolve("sshd.log")));
      }
    } catch (RuntimeException | IOException | Error e) {
      host.close();
      throw e;
    }
    return host;
  }

  /** What a user would write into the configuration of ssh. */
  String configuration(String more) {
    return "Host %s\n  HostName 127.0.0.1\n  Port %d\n%s".formatted(name, port, more);
  }

  void setClockAhead(int seconds) {
    try {
      Files.writeString(directory.resolve("ahead"), "+" + seconds);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What is left of the files of clients. */
  List<Path> leftOver() throws IOException {
    try (Stream<Path> files = Files.list(directory.resolve("tmp"))) {
      return files.toList();
    }
  }

  /** Kills sshd and all that it has for sessions; what runs in the sessions is not killed. */
  @Override
  public void close() {
    List<ProcessHandle> all = new ArrayList<>(List.of(sshd.toHandle()));
    sshd.descendants()
        .filter(process -> process.info().command().orElse("").contains("sshd"))
        .forEach(all::add);
    all.forEach(ProcessHandle::destroyForcibly);
    Awaitility.await("sshd's end")
        .atMost(TIMEOUT)
        .until(() -> all.stream().noneMatch(ProcessHandle::isAlive));
  }
}
