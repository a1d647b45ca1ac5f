package io.hybridycsb.it.otherusers;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.LocalCluster;
import io.hybridycsb.it.otherusers.Attempts.Attempt;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

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

  /** By system: each port of its processes has a row. */
  private static final Map<String, List<Row>> PORTS =
      Map.of(
          "blockchaindb",
          List.of(
              Row.refused("geth.*-auth", "geth's calls with a token", Attempts.ethereumCalls()),
              Row.answers("geth.*-p2p", "geth's protocol; others are no peers that it trusts"),
              Row.refused("geth[^-]+(-shard[0-9]+)?", "geth's calls", Attempts.ethereumCalls()),
              Row.answers("node[0-9]+", "BlockchainDB doesn't ask its clients who they are"),
              METRICS),
          "quorum",
          List.of(
              Row.refused(
                  "node[0-9]+",
                  "calls other than reads and transactions that their senders have signed",
                  Attempts.ethereumCalls()),
              Row.answers("node[0-9]+-p2p", "Ethereum's protocol; blocks need validators' seals"),
              Row.answers("node[0-9]+-raft", "Raft asks nobody; 'up' warns of it")),
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
              Row.answers("(node|orderer)[0-9]+", "calls that a member of the channel has signed"),
              Row.answers("node[0-9]+-chaincodes", "chaincode that shows the peer's certificate"),
              Row.answers("chaincode[0-9]+", "runs for any caller, on the caller's own data")));

  private OtherUsers() {}

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

  /**
   * Requires that each of the cluster's ports refuses what another user tries. A system whose ports
   * aren't in the table has nothing tried.
   */
  public static void requireThatTheyAreRefused(LocalCluster cluster) {
    if (!PORTS.containsKey(cluster.system())) {
      return;
    }
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
}
