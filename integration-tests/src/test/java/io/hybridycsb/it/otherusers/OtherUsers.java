package io.hybridycsb.it.otherusers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.LocalCluster;
import io.hybridycsb.it.otherusers.Attempts.Attempt;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Another user of the machine, who reaches each port of a cluster's processes, and knows no
 * password.
 */
public final class OtherUsers {
  /** Uses of ports at which other machines reach processes, as regular expressions, and why. */
  private static final Map<String, String> BEYOND_LOOPBACK =
      Map.of("node[0-9]+-raft", "GoQuorum's Raft, if chosen, has no option for its address");

  /**
   * What is tried at ports of a use.
   *
   * @param use of ports, as a regular expression
   * @param what is tried, or why nothing is
   */
  private record Row(Pattern use, String what, List<Attempt> attempts) {
    static Row refused(String use, String what, Attempt... attempts) {
      return new Row(Pattern.compile(use), what, List.of(attempts));
    }

    static Row answers(String use, String why) {
      return refused(use, why);
    }
  }

  /** Where an orderer is told of channels. */
  private static final String CHANNELS = "/participation/v1/channels";

  private static final Row METRICS = Row.answers(".*-metrics", "metrics, to read");

  private static final List<Row> VALIDATORS =
      List.of(
          Row.refused("validator[0-9]+", "to administer it", Attempts.cometBftUnsafe()),
          Row.answers("validator[0-9]+-p2p", "peers; blocks need validators' signatures"));

  private static final List<Row> NODES =
      List.of(
          Row.answers("node[0-9]+", "reads, and transactions that a client has signed"), METRICS);

  private static final Row REDIS =
      Row.refused(
          "redis[0-9]+",
          "commands",
          DatabaseAttempts.redis("FLUSHALL"),
          DatabaseAttempts.redis("CONFIG GET dir"));

  private static final Row KAFKA =
      Row.refused("kafka[0-9]+(-controller)?", "topics", DatabaseAttempts.kafka());

  private static final List<Row> SQL =
      List.of(
          Row.refused(
              "postgresql[0-9]+", "a session", DatabaseAttempts.sql("postgresql", "postgres")),
          Row.refused("mariadb[0-9]+", "a session", DatabaseAttempts.sql("mariadb", "root")));

  private static final List<Row> POSTGRESQL =
      List.of(Row.refused("node1", "a session", DatabaseAttempts.sql("postgresql", "postgres")));

  private static final List<Row> BIGCHAINDB =
      rows(
          List.of(
              Row.answers("node[0-9]+(-events)?", "reads, and transactions that an owner signed"),
              Row.answers("node[0-9]+-abci", "BigchainDB takes blocks from whoever calls"),
              Row.answers("mongodb[0-9]+", "the stand-in for MongoDB has no passwords")),
          VALIDATORS);

  /** By system: each port of its processes has a row. */
  private static final Map<String, List<Row>> PORTS =
      Map.ofEntries(
          Map.entry(
              "veritas-kafka",
              rows(
                  List.of(REDIS, KAFKA, Row.answers("tso(-metrics)?", "timestamps; metrics")),
                  NODES)),
          Map.entry("veritas-tm", rows(List.of(REDIS), VALIDATORS, NODES)),
          Map.entry("relational-tm", rows(SQL, VALIDATORS, NODES)),
          Map.entry("relational-kafka", rows(List.of(KAFKA), SQL, NODES)),
          Map.entry("postgresql", POSTGRESQL),
          Map.entry("postgresql-ledger", POSTGRESQL),
          Map.entry(
              "mariadb",
              List.of(Row.refused("node1", "a session", DatabaseAttempts.sql("mariadb", "root")))),
          Map.entry(
              "etcd",
              List.of(
                  Row.refused("node[0-9]+", "keys, and the cluster", Attempts.etcd()),
                  Row.refused(
                      "node[0-9]+-peer",
                      "what members tell each other",
                      Attempts.httpRequest("GET", "/members", ""),
                      Attempts.httpsRequest("GET", "/members", "")))),
          Map.entry(
              "cassandra-lwt",
              List.of(
                  Row.refused("node[0-9]+", "a session", DatabaseAttempts.cassandra()),
                  Row.answers("node[0-9]+-storage", "nodes that show their certificate"))),
          Map.entry(
              "immudb",
              List.of(Row.refused("node1", "a session", DatabaseAttempts.immudb()), METRICS)),
          Map.entry("bigchaindb", BIGCHAINDB),
          Map.entry("bigchaindb-pv", BIGCHAINDB),
          Map.entry(
              "blockchaindb",
              List.of(
                  Row.refused("geth.*-auth", "geth's calls with a token", Attempts.ethereumCalls()),
                  Row.answers("geth.*-p2p", "geth's protocol; others are no peers that it trusts"),
                  Row.refused("geth[^-]+(-shard[0-9]+)?", "geth's calls", Attempts.ethereumCalls()),
                  Row.answers("node[0-9]+", "BlockchainDB doesn't ask its clients who they are"),
                  METRICS)),
          Map.entry(
              "quorum",
              List.of(
                  Row.refused(
                      "node[0-9]+",
                      "calls other than reads and transactions that their senders have signed",
                      Attempts.ethereumCalls()),
                  Row.answers(
                      "node[0-9]+-p2p", "Ethereum's protocol; blocks need validators' seals"),
                  Row.answers("node[0-9]+-raft", "Raft asks nobody; 'up' warns of it"))),
          Map.entry(
              "fabric",
              List.of(
                  Row.refused(
                      "(node|orderer)[0-9]+-operations",
                      "levels of logs, and metrics",
                      Attempts.httpRequest("PUT", "/logspec", "{\"spec\":\"warning\"}"),
                      Attempts.httpsRequest("PUT", "/logspec", "{\"spec\":\"warning\"}"),
                      Attempts.httpsRequest("GET", "/metrics", "")),
                  Row.refused(
                      "orderer[0-9]+-admin",
                      "an orderer's channels",
                      Attempts.httpRequest("GET", CHANNELS, ""),
                      Attempts.httpsRequest("GET", CHANNELS, ""),
                      Attempts.httpsRequest("DELETE", CHANNELS + "/none", "")),
                  Row.answers(
                      "(node|orderer)[0-9]+", "calls that a member of the channel has signed"),
                  Row.answers(
                      "node[0-9]+-chaincodes", "chaincode that shows the peer's certificate"),
                  Row.answers(
                      "chaincode[0-9]+", "runs for any caller, on the caller's own data"))));

  private OtherUsers() {}

  @SafeVarargs
  private static List<Row> rows(List<Row>... parts) {
    return Stream.of(parts).flatMap(List::stream).toList();
  }

  /** Requires that other machines reach none of the cluster's ports but those that are named. */
  public static void requireThatAllIsOnLoopback(LocalCluster cluster) {
    Map<Integer, String> uses = cluster.usesOfPorts();
    assertThat(ListeningSocket.of(cluster.pids()))
        .as("sockets at which processes of %s listen", cluster.system())
        .isNotEmpty()
        .filteredOn(ListeningSocket::isBeyondLoopback)
        .filteredOn(
            socket ->
                BEYOND_LOOPBACK.keySet().stream()
                    .noneMatch(uses.getOrDefault(socket.port(), "")::matches))
        .as("those that other machines reach")
        .isEmpty();
  }

  /** Requires that each of the cluster's ports refuses what another user tries. */
  public static void requireThatTheyAreRefused(LocalCluster cluster) {
    Map<Integer, String> uses = cluster.usesOfPorts();
    List<String> got = new ArrayList<>();
    for (ListeningSocket socket : ListeningSocket.of(cluster.pids())) {
      String use = uses.getOrDefault(socket.port(), "port " + socket.port());
      List<Row> rows =
          PORTS.get(cluster.system()).stream()
              .filter(row -> row.use().matcher(use).matches())
              .toList();
      if (rows.isEmpty()) {
        got.add("%s: nobody has said what another user may do there".formatted(use));
      }
      rows.forEach(row -> got.addAll(got(row, use, socket.port())));
    }
    assertThat(got).as("what another user gets of %s", cluster.system()).isEmpty();
  }

  private static List<String> got(Row row, String use, int port) {
    try {
      List<String> got = new ArrayList<>();
      for (Attempt attempt : row.attempts()) {
        attempt.at(port).ifPresent(it -> got.add("%s, %s: %s".formatted(use, row.what(), it)));
      }
      return got;
    } catch (IOException e) {
      throw new UncheckedIOException("%s of %s".formatted(row.what(), use), e);
    }
  }

  /**
   * Requires that another user can't look into the cluster's directory, where its passwords and
   * keys are. Root alone can act as another user.
   */
  public static void requireThatTheyReadNoFile(LocalCluster cluster) throws Exception {
    Path directory = cluster.runDirectory();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)))
        .isEqualTo("rwx------");
    if (System.getProperty("user.name").equals("root")) {
      Process look =
          new ProcessBuilder(
                  "setpriv",
                  "--reuid=65534",
                  "--regid=65534",
                  "--clear-groups",
                  "ls",
                  directory.toString())
              .redirectErrorStream(true)
              .start();
      String output = new String(look.getInputStream().readAllBytes(), UTF_8);
      assertThat(look.waitFor()).as(output).isNotZero();
      assertThat(output).contains("Permission denied");
    }
  }
}
