package io.hybridycsb.harness.system.stores;

import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.process.Readiness;
import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.SystemOption;
import io.hybridycsb.harness.system.Template;
import io.hybridycsb.harness.system.programs.RedisProgram;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A real Redis server that keeps its data in memory only. */
public final class RedisServer {
  private final String name;
  private final PlanContext context;

  public RedisServer(String name, PlanContext context) {
    this.name = name;
    this.context = context;
  }

  public static List<SystemOption> options() {
    return List.of(
        SystemOption.text(
            RedisProgram.OPTION,
            "",
            "the redis-server to run; otherwise $HYBRID_REDIS_SERVER, the PATH's, a bundled one"));
  }

  private int port() {
    return context.ports().port(name);
  }

  private Path config() {
    return context.directoryOf(name).resolve("redis.conf");
  }

  public Map<Path, String> files() {
    return Map.of(
        config(),
        Template.fill(
            RedisServer.class,
            "redis.conf",
            Map.of("port", port(), "dataDir", context.directoryOf(name))));
  }

  public ProcessSpec process(int stage, Path program) {
    return context.process(
        name,
        "state-store",
        stage,
        List.of(program.toString(), config().toString()),
        new Readiness.AnswersPing("127.0.0.1", port()));
  }
}
