package io.hybridycsb.veritas.stores.sql;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** A real PostgreSQL. */
final class PostgresServer extends SqlServer {
  private final Path directory;
  private final int port;
  private EmbeddedPostgres postgres;

  PostgresServer(Path directory) throws Exception {
    this.directory = directory;
    port = freePort();
    launch();
  }

  private void launch() throws IOException {
    Redirect log = Redirect.appendTo(directory.resolve("postgres.log").toFile());
    postgres =
        EmbeddedPostgres.builder()
            .setPort(port)
            .setDataDirectory(directory.resolve("data"))
            .setCleanDataDirectory(false)
            .setOverrideWorkingDirectory(directory.resolve("work").toFile())
            .setPGStartupWait(Duration.ofSeconds(30))
            .setOutputRedirector(log)
            .setErrorRedirector(log)
            .start();
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

  @Override
  ProcessHandle process() {
    return postgres.getProcess().toHandle();
  }

  @Override
  public void close() throws Exception {
    postgres.close();
  }
}
