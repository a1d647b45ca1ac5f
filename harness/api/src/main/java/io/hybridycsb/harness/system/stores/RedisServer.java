package io.hybridycsb.harness.system.stores;

import io.hybridycsb.harness.process.Readiness;
import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.PlanParts;
import io.hybridycsb.harness.system.Template;
import io.hybridycsb.harness.system.programs.RedisProgram;
import io.hybridycsb.settings.Property;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A real Redis server that keeps its data in memory only. It serves those who know its password,
 * and only the commands that a node needs. Its node is on the same host and uses its Unix socket,
 * which takes less CPU time per message than TCP. Its port is for people and for the check that it
 * serves.
 *
 * @param program the redis-server
 */
public record RedisServer(PlanContext context, Path program) implements StateStoreServer {
  /** Its Unix socket, in its directory. */
  private static final String SOCKET = "redis.socket";

  private static final List<String> COMMANDS =
      List.of(
          "ping",
          "get",
          "mget",
          "set",
          "mset",
          "del",
          "unlink",
          "scan",
          "incrby",
          "zadd",
          "zrem",
          "zrangebylex",
          "multi",
          "exec",
          "flushall",
          "client|list",
          "client|kill",
          "client|setname");

  public RedisServer(PlanContext context) {
    this(context, RedisProgram.ofThisMachine().find(context.settings().get(RedisProgram.OPTION)));
  }

  public static Property<String> option() {
    return Property.text(
        RedisProgram.OPTION,
        "text",
        "",
        "the redis-server to run; otherwise $HYBRID_REDIS_SERVER, the PATH's, a bundled one");
  }

  @Override
  public String name() {
    return "redis";
  }

  @Override
  public Map.Entry<String, String> version() {
    return Map.entry("Redis", RedisProgram.versionOf(program));
  }

  @Override
  public void add(String process, int stage, PlanParts plan) {
    Path config = context.directoryOf(process).resolve("redis.conf");
    int port = context.ports().port(process);
    Map<String, ?> values =
        Map.of(
            "port",
            port,
            "socket",
            SOCKET,
            "dataDir",
            context.directoryOf(process),
            "password",
            context.password(process),
            "commands",
            COMMANDS.stream().map(command -> "+" + command).collect(Collectors.joining(" ")));
    plan.files().put(config, Template.fill(RedisServer.class, "redis.conf", values));
    plan.processes()
        .add(
            context.process(
                process,
                "state-store",
                stage,
                List.of(program.toString(), config.toString()),
                new Readiness.AnswersPing("127.0.0.1", port)));
  }

  /**
   * The properties by which a node finds it. The socket's path begins at the node's directory, in
   * which the node runs: a path from the root may be longer than the 107 bytes that Linux takes.
   */
  @Override
  public Map<String, String> nodeProperties(String process) {
    return Map.of(
        "state.store",
        "redis",
        "redis.address",
        "unix:../" + process + "/" + SOCKET,
        "redis.password",
        context.password(process));
  }
}
