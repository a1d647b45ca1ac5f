package io.hybridycsb.testdatabases;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;

/** A real PostgreSQL, which lets in nobody without a password. */
public class PostgresServer extends SqlServer {
  private static final Duration STARTUP_WAIT = Duration.ofSeconds(60);

  /** Who may do everything. */
  protected static final String SUPERUSER = "postgres";

  private final Path directory;
  private final Path installed;
  private final String password;
  private final int port;
  private EmbeddedPostgres postgres;
  private ProcessHandle process;

  public PostgresServer(Path directory) throws Exception {
    this.directory = directory;
    installed = MadeOnce.directory("postgresql", PostgresServer::install);
    password = TestPassword.of(installed);
    port = TestPorts.free();
    MadeOnce.copy(installed.resolve("data"), directory.resolve("data"));
    launch();
  }

  /** The launcher makes a new database when it starts a server. */
  private static void install(Path directory) throws Exception {
    String password = TestPassword.make(directory);
    EmbeddedPostgres postgres = launch(directory, directory, password, TestPorts.free());
    ProcessHandle process = postmaster(directory);
    postgres.close();
    // Nobody is to copy its files while it still writes them.
    awaitEnd(List.of(process));
  }

  private static EmbeddedPostgres launch(Path program, Path directory, String password, int port)
      throws IOException {
    Redirect log = Redirect.appendTo(directory.resolve("postgres.log").toFile());
    return EmbeddedPostgres.builder()
        .setPort(port)
        // PostgreSQL's own default, which the launcher turns off.
        .setServerConfig("synchronous_commit", "on")
        // Whatever their name says, these are initdb's options.
        .setLocaleConfig("auth", "scram-sha-256")
        .setLocaleConfig("pwfile", TestPassword.file(program).toString())
        .setConnectConfig("password", password)
        .setDataDirectory(directory.resolve("data"))
        .setCleanDataDirectory(false)
        .setOverrideWorkingDirectory(program.toFile())
        .setPGStartupWait(STARTUP_WAIT)
        .setOutputRedirector(log)
        .setErrorRedirector(log)
        .start();
  }

  private void launch() throws IOException {
    postgres = launch(installed, directory, password, port);
    process = postmaster(directory);
  }

  /**
   * It refuses to start while a process of its last life holds its memory, even one that nobody
   * knows of; the launcher sees that only when its wait is over. Hence more than one wait.
   */
  @Override
  public void start() throws IOException {
    // Lets go of the lock on the directory.
    postgres.close();
    Awaitility.await()
        .atMost(STARTUP_WAIT.multipliedBy(3))
        .ignoreExceptions()
        .until(
            () -> {
              launch();
              return true;
            });
  }

  @Override
  public String url() {
    return url(SUPERUSER);
  }

  /** The same for another user, who has been given the {@link #password}. */
  public String url(String user) {
    return "jdbc:postgresql://127.0.0.1:%d/postgres?user=%s&password=%s"
        .formatted(port, user, password);
  }

  /** That of the superuser. */
  protected final String password() {
    return password;
  }

  /** What the launcher knows is pg_ctl, which has long ended. */
  @Override
  protected ProcessHandle process() {
    return process;
  }

  private static ProcessHandle postmaster(Path directory) throws IOException {
    List<String> lines = Files.readAllLines(directory.resolve("data").resolve("postmaster.pid"));
    return ProcessHandle.of(Long.parseLong(lines.get(0).strip())).orElseThrow();
  }

  @Override
  public void close() throws IOException {
    // The launcher asks it to stop, and doesn't wait for as long as that may take.
    List<ProcessHandle> all = processes();
    postgres.close();
    process.destroyForcibly();
    awaitEnd(all);
  }
}
