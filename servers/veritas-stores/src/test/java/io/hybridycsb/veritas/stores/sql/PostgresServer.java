package io.hybridycsb.veritas.stores.sql;

import io.hybridycsb.veritas.stores.TestPorts;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** A real PostgreSQL. */
final class PostgresServer extends SqlServer {
  private final Path directory;
  private final int port;
  private EmbeddedPostgres postgres;
  private ProcessHandle process;

  PostgresServer(Path directory) throws Exception {
    this.directory = directory;
    port = TestPorts.free();
    launch();
  }

  private void launch() throws IOException {
    Redirect log = Redirect.appendTo(directory.resolve("postgres.log").toFile());
    postgres =
        EmbeddedPostgres.builder()
            .setPort(port)
            // PostgreSQL's own default, which the launcher turns off.
            .setServerConfig("synchronous_commit", "on")
            .setDataDirectory(directory.resolve("data"))
            .setCleanDataDirectory(false)
            .setOverrideWorkingDirectory(directory.resolve("work").toFile())
            .setPGStartupWait(Duration.ofSeconds(30))
            .setOutputRedirector(log)
            .setErrorRedirector(log)
            .start();
    process = postmaster();
  }

  /** It refuses to start while processes of its last life are still ending. */
  @Override
  void start() throws IOException {
    // Lets go of the lock on the directory.
    postgres.close();
    Awaitility.await()
        .atMost(30, TimeUnit.SECONDS)
        .ignoreExceptions()
        .until(
            () -> {
              launch();
              return true;
            });
  }

  @Override
  String url() {
    return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=postgres";
  }

  /** What the launcher knows is pg_ctl, which has long ended. */
  @Override
  ProcessHandle process() {
    return process;
  }

  private ProcessHandle postmaster() throws IOException {
    List<String> lines = Files.readAllLines(directory.resolve("data").resolve("postmaster.pid"));
    return ProcessHandle.of(Long.parseLong(lines.get(0).strip())).orElseThrow();
  }

  @Override
  public void close() throws IOException {
    postgres.close();
  }
}
