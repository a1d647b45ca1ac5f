package io.hybridycsb.harness.system.stores;

import io.hybridycsb.harness.process.ProcessLauncher;
import io.hybridycsb.harness.process.Readiness;
import io.hybridycsb.harness.standin.MongoStandIn;
import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.PlanParts;
import io.hybridycsb.harness.system.programs.JvmFlags;
import io.hybridycsb.harness.system.programs.Programs;
import io.hybridycsb.settings.Property;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A real mongod if there is one; otherwise a stand-in that speaks its protocol and keeps the data
 * in memory or, for BigchainDB, in a file.
 */
public final class MongoDbServer implements StateStoreServer {
  private static final String PROGRAM = "mongodb.server";
  private static final String VARIABLE = "HYBRID_MONGOD";

  private static final String STAND_IN_JVM = "mongodb.jvm";

  private final PlanContext context;
  private final boolean ofBigchainDb;
  private final Optional<Path> mongod;

  public MongoDbServer(PlanContext context) {
    this(context, false);
  }

  /**
   * @param ofBigchainDb whether a stand-in supports all of BigchainDB's queries, and keeps the data
   */
  public MongoDbServer(PlanContext context, boolean ofBigchainDb) {
    this.context = context;
    this.ofBigchainDb = ofBigchainDb;
    String named = Programs.named(context.settings().get(PROGRAM), VARIABLE);
    mongod =
        named.isEmpty()
            ? ProcessLauncher.onPath("mongod")
            : Optional.of(Programs.executable(Path.of(named), PROGRAM + " or " + VARIABLE));
    if (mongod.isEmpty()) {
      context
          .progress()
          .accept("no mongod found: a stand-in takes its place; its speed says nothing of MongoDB");
    }
  }

  public static Property<?> option() {
    return Property.text(
        PROGRAM,
        "text",
        "",
        "the mongod to run; otherwise $HYBRID_MONGOD, the PATH's, a stand-in that is no mongod");
  }

  /** The option of BigchainDB alone. */
  public static Property<?> standInJvm() {
    return Property.text(STAND_IN_JVM, "text", "", "further options of the stand-in's JVM");
  }

  @Override
  public String name() {
    return "mongodb";
  }

  @Override
  public Map.Entry<String, String> version() {
    if (mongod.isEmpty()) {
      return Map.entry("MongoDB", "stand-in (mongo-java-server), no mongod");
    }
    return Map.entry("MongoDB", Programs.version(mongod.get(), "v"));
  }

  @Override
  public void add(String process, int stage, PlanParts plan) {
    int port = context.ports().port(process);
    plan.processes()
        .add(
            context.process(
                process,
                role(),
                stage,
                mongod
                    .map(program -> real(program, process, port))
                    .orElseGet(() -> standIn(process, port)),
                new Readiness.Connects("127.0.0.1", port)));
  }

  /** The process' directory exists, and holds the data beside the log. */
  private List<String> real(Path program, String process, int port) {
    return List.of(
        program.toString(),
        "--dbpath",
        context.directoryOf(process).toString(),
        "--port",
        String.valueOf(port),
        "--bind_ip",
        "127.0.0.1",
        "--nounixsocket");
  }

  /** If it holds all of a system's data, {@code status} shows which one it is. */
  private String role() {
    if (!ofBigchainDb) {
      return "state-store";
    }
    return mongod.isPresent() ? "mongod" : "mongod-stand-in";
  }

  private List<String> standIn(String process, int port) {
    List<String> command =
        new ArrayList<>(
            List.of(
                context.home().java(), ofBigchainDb ? "-Xmx512m" : "-Xmx256m", "-XX:+UseSerialGC"));
    if (ofBigchainDb) {
      command.addAll(JvmFlags.split(context.settings().get(STAND_IN_JVM)));
    }
    command.addAll(
        List.of(
            "-cp",
            context.home().harnessClassPath(),
            MongoStandIn.class.getName(),
            String.valueOf(port)));
    if (ofBigchainDb) {
      command.add(context.directoryOf(process).resolve("data.mv").toString());
    }
    return command;
  }

  @Override
  public Map<String, String> nodeProperties(String process) {
    return Map.of("state.store", "mongodb", "mongodb.url", "mongodb://" + context.address(process));
  }
}
