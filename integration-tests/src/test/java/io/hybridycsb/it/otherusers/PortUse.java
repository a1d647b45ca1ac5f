package io.hybridycsb.it.otherusers;

import io.hybridycsb.it.otherusers.Attempts.Attempt;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What another user may do at ports of a cluster, and what is tried there.
 *
 * @param use of ports, as a regular expression
 * @param what is tried, or why nothing is
 */
public record PortUse(Pattern use, String what, List<Attempt> attempts) {
  public static final PortUse METRICS = answers(".*-metrics", "metrics, to read");

  public static final PortUse REDIS =
      refused(
          "redis[0-9]+",
          "commands",
          DatabaseAttempts.redis("FLUSHALL"),
          DatabaseAttempts.redis("CONFIG GET dir"));

  public static final PortUse KAFKA =
      refused("kafka[0-9]+(-controller)?", "topics", DatabaseAttempts.kafka());

  /** Validators of CometBFT and of Tendermint. */
  public static final List<PortUse> VALIDATORS =
      List.of(
          refused("validator[0-9]+", "to administer it", Attempts.cometBftUnsafe()),
          answers("validator[0-9]+-p2p", "peers; blocks need validators' signatures"));

  /** Nodes that check signatures. */
  public static final List<PortUse> NODES =
      List.of(answers("node[0-9]+", "reads, and transactions that a client has signed"), METRICS);

  /** Ports at which each of the attempts has to be refused. */
  public static PortUse refused(String use, String what, Attempt... attempts) {
    return new PortUse(Pattern.compile(use), what, List.of(attempts));
  }

  /** Ports that answer everybody. */
  public static PortUse answers(String use, String why) {
    return refused(use, why);
  }

  /** Ports of a database in SQL. */
  public static PortUse database(String use, String kind) {
    String superuser = kind.equals("mariadb") ? "root" : "postgres";
    return refused(use, "a session", DatabaseAttempts.sql(kind, superuser));
  }

  @SafeVarargs
  public static List<PortUse> all(List<PortUse>... parts) {
    return Stream.of(parts).flatMap(List::stream).toList();
  }
}
