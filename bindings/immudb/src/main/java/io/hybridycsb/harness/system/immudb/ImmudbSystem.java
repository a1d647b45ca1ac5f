package io.hybridycsb.harness.system.immudb;

import io.hybridycsb.harness.http.Loopback;
import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.process.Readiness;
import io.hybridycsb.harness.process.SetupCommand;
import io.hybridycsb.harness.recorded.CountedByServer;
import io.hybridycsb.harness.recorded.RecordedWrites;
import io.hybridycsb.harness.recorded.Servers;
import io.hybridycsb.harness.system.BindingCommands;
import io.hybridycsb.harness.system.ClusterPlan;
import io.hybridycsb.harness.system.Model;
import io.hybridycsb.harness.system.NodeNames;
import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.PlanParts;
import io.hybridycsb.harness.system.Settings;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.programs.GoModule;
import io.hybridycsb.harness.system.programs.GoProgram;
import io.hybridycsb.settings.Property;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One immudb. Its replicas would follow it and belong to the same operator, so there are none. */
public final class ImmudbSystem implements SystemDescription {
  private static final String BUILT_VERSION = "1.9.5";

  /**
   * An immudb of the series 1.9. Its licence, the Business Source License 1.1, grants production
   * use that doesn't compete with its vendor's paid offers. It is built on the user's machine, and
   * no part of it is in this project.
   */
  static final GoProgram.Description PROGRAM =
      new GoProgram.Description(
          "immudb",
          List.of("immudb"),
          "immudb.program",
          "IMMUDB",
          new GoProgram.Version(
              "version", "(?m)^immudb v?([0-9]+\\.[0-9]+\\.[0-9]+)", "1.9", BUILT_VERSION, "1.24"),
          new GoProgram.Source(
              List.of("github.com/codenotary/immudb/cmd/immudb"),
              GoModule.named("immudb"),
              List.of(
                  "-trimpath",
                  // Its version is told only by how it is built.
                  "-ldflags=-s -w -X github.com/codenotary/immudb/cmd/version.Version="
                      + BUILT_VERSION)));

  private static final String NAME = "immudb";
  private static final String MAIN = "io.hybridycsb.immudb.command.ImmudbMain";
  private static final String DATABASE = "hybrid";
  private static final String METRICS = "-metrics";
  private static final String FLAGS_PREFIX = "immudb.";
  private static final String FSYNC = "fsync";
  private static final String CONCURRENCY = "concurrency";
  private static final String SYNC = "sync.ms";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Property<?>> options() {
    return List.of(
        PROGRAM.asOption("the immudb to run"),
        Property.flag(FSYNC, true, "whether a commit is on the disk when it is answered"),
        Property.number(SYNC, "20", 1, 10_000, "milliseconds for which writes are synced together")
            .fixed(),
        Property.number(
                CONCURRENCY,
                "256",
                1,
                4_096,
                "writes, and proofs, made at once; each takes 1 MiB of memory")
            .fixed(),
        Property.any(FLAGS_PREFIX, "any other flag of immudb, as in immudb.max-recv-msg-size"));
  }

  /** Unsynced writes are lost with the process. */
  @Override
  public Optional<Model> promisedModel(Settings cluster, Map<String, String> ycsbProperties) {
    return cluster.get(FSYNC).equals("true") ? Optional.of(Model.LINEARIZABLE) : Optional.empty();
  }

  @Override
  public Optional<RecordedWrites> recordedWrites(Servers servers) {
    return Optional.of(
        new CountedByServer(
            RecordedWrites.Kept.BY_ALL_FOREVER,
            "transactions",
            servers.portsEndingIn(METRICS),
            CountedByServer.byMetric(
                Loopback.PLAIN, "immudb_last_committed_trx_id", Map.of("db", DATABASE))));
  }

  @Override
  public ClusterPlan plan(PlanContext context) {
    PlanParts plan = new PlanParts();
    Path program = plan.program(PROGRAM, context);
    String node = NodeNames.of(1).get(0);
    plan.files()
        .put(config(context, node), "admin-password = \"" + context.password(node) + "\"\n");
    plan.processes().add(server(context, program, node));
    Map<String, String> client =
        Map.of(
            "immudb.address", context.address(node),
            "immudb.password", context.password(node),
            "immudb.database", DATABASE,
            "immudb.state", context.stateFile().toString());
    return plan.finish(context, client, commands(context, node));
  }

  /** What nobody else may see; the rest is in the command. */
  private static Path config(PlanContext context, String node) {
    return context.directoryOf(node).resolve("immudb.toml");
  }

  private static ProcessSpec server(PlanContext context, Path program, String node) {
    Settings settings = context.settings();
    int metrics = context.ports().port(node + METRICS);
    List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(
        List.of(
            "--config=" + config(context, node),
            "--dir=" + context.directoryOf(node).resolve("data"),
            "--address=127.0.0.1",
            "--port=" + context.ports().port(node),
            "--metrics-server-port=" + metrics,
            "--pgsql-server=false",
            "--web-server=false",
            "--max-sessions=1000",
            "--synced=" + settings.get(FSYNC)));
    settings.flags(FLAGS_PREFIX).forEach((flag, value) -> command.add("--" + flag + "=" + value));
    List<String> create = tool(context, node, "create");
    create.addAll(
        List.of("--concurrency", settings.get(CONCURRENCY), "--sync-ms", settings.get(SYNC)));
    return context
        .process(
            node,
            "node",
            0,
            command,
            new Readiness.AnswersHttp("127.0.0.1", metrics, "/readyz"),
            node + METRICS)
        .withSetup(List.of(), List.of(new SetupCommand("create-database", create)))
        .withEnvironment(Map.of("LOG_LEVEL", "warn"));
  }

  private static Map<String, List<String>> commands(PlanContext context, String node) {
    Map<String, List<String>> commands = new LinkedHashMap<>(BindingCommands.of(context, NAME));
    for (String name : List.of("verify", "audit")) {
      List<String> command = tool(context, node, name);
      command.addAll(List.of("--state", context.stateFile().toString()));
      commands.put(name, command);
    }
    return commands;
  }

  private static List<String> tool(PlanContext context, String node, String name) {
    List<String> command = context.home().commandOf(NAME, MAIN, name);
    command.addAll(List.of("--address", context.address(node), "--database", DATABASE));
    command.addAll(List.of("--password-file", context.passwordFile(node).toString()));
    return command;
  }
}
