package io.hybridycsb.it.suites;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.otherusers.Attempts.Attempt;
import io.hybridycsb.it.otherusers.ListeningSocket;
import io.hybridycsb.it.otherusers.PortUse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Another user of the machine, who reaches each port of a cluster's processes, and knows no
 * password.
 */
public final class OtherUsers {
  /** Uses of ports at which other machines reach processes, as regular expressions, and why. */
  private static final Map<String, String> BEYOND_LOOPBACK =
      Map.of("node[0-9]+-raft", "GoQuorum's Raft, if chosen, has no option for its address");

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

  /** Requires that each of the cluster's ports refuses what another user tries. */
  public static void requireThatTheyAreRefused(LocalCluster cluster) {
    Map<Integer, String> uses = cluster.usesOfPorts();
    List<String> got = new ArrayList<>();
    for (ListeningSocket socket : ListeningSocket.of(cluster.pids())) {
      String use = uses.getOrDefault(socket.port(), "port " + socket.port());
      List<PortUse> rows =
          cluster.ports().stream().filter(row -> row.use().matcher(use).matches()).toList();
      if (rows.isEmpty()) {
        got.add("%s: nobody has said what another user may do there".formatted(use));
      }
      rows.forEach(row -> got.addAll(got(row, use, socket.port())));
    }
    assertThat(got).as("what another user gets of %s", cluster.system()).isEmpty();
  }

  private static List<String> got(PortUse row, String use, int port) {
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
