package io.hybridycsb.harness.system.stores;

import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.process.Readiness;
import io.hybridycsb.harness.system.PlanContext;
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
 */
public final class RedisServer {
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

  private final String name;
  private final PlanContext context;

  public RedisServer(String name, PlanContext context) {
    this.name = name;
    this.context = context;
  }

  public static List<Property<?>> options() {
    return List.of(
        Property.text(
            RedisProgram.OPTION,
            "text",
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
            Map.of(
                "port",
                port(),
                "socket",
                SOCKET,
                "dataDir",
                context.directoryOf(name),
                "password",
                context.password(name),
                "commands",
                COMMANDS.stream().map(command -> "+" + command).collect(Collectors.joining(" ")))));
  }

  /**
   * The properties by which a node finds it. The socket's path begins at the node's directory, in
   * which the node runs: a path from the root may be longer than the 107 bytes that Linux takes.
   */
  public Map<String, String> nodeProperties() {
    return Map.of(
        "redis.address",
        "unix:../" + name + "/" + SOCKET,
        "redis.password",
        context.password(name));
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
