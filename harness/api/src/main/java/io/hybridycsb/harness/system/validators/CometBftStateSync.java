package io.hybridycsb.harness.system.validators;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.http.Loopback;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A validator's configuration of state sync, by which it gets its state if it has no data.
 *
 * @param servers HOST:PORT of the RPC of running validators
 * @param trustHeight a height whose block all of them have
 * @param trustHash the hash of that height's block header, on which all of them agree
 */
record CometBftStateSync(List<String> servers, long trustHeight, String trustHash) {
  /** No state sync: the chain is replayed from its first block. */
  static final CometBftStateSync NONE = new CometBftStateSync(List.of(), 0, "");

  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final ObjectMapper JSON = new ObjectMapper();

  /** CometBFT compares the answers of two servers. */
  private static final int SERVERS_MIN = 2;

  /** Not the first block, whose time is the genesis file's and may be long past. */
  private static final long TRUST_HEIGHT_MIN = 2;

  private record Server(String address, long first, long last, boolean hasSnapshots) {}

  /**
   * Asks the other validators of a chain.
   *
   * @param addresses HOST:PORT of their RPC
   * @return empty if none has a snapshot, so that the chain is replayed from its first block
   * @throws HarnessException if too few validators serve, they disagree, or their blocks don't
   *     suffice
   */
  static Optional<CometBftStateSync> find(List<String> addresses) {
    return find(addresses, TIMEOUT);
  }

  /**
   * @param timeout of each answer; who takes longer doesn't serve
   */
  static Optional<CometBftStateSync> find(List<String> addresses, Duration timeout) {
    List<Server> servers = new ArrayList<>();
    for (String address : addresses) {
      try {
        JsonNode sync = get(address, timeout, "status").path("sync_info");
        if (!sync.path("catching_up").asBoolean(true)) {
          servers.add(
              new Server(
                  address,
                  sync.path("earliest_block_height").asLong(),
                  sync.path("latest_block_height").asLong(),
                  hasSnapshots(address, timeout)));
        }
      } catch (IOException e) {
        // Skips a validator that doesn't serve; the number of the others is checked below.
      }
    }
    if (servers.stream().noneMatch(Server::hasSnapshots)) {
      if (servers.stream().noneMatch(server -> server.first() <= 1)) {
        throw new HarnessException(
            "no other validator that serves has a snapshot, or the chain from its first block");
      }
      return Optional.empty();
    }
    if (servers.size() < SERVERS_MIN) {
      throw new HarnessException(
          "state sync takes %d other validators that serve, and there is %d"
              .formatted(SERVERS_MIN, servers.size()));
    }
    long height =
        Math.max(TRUST_HEIGHT_MIN, servers.stream().mapToLong(Server::first).max().orElseThrow());
    Set<String> hashes = new HashSet<>();
    for (Server server : servers) {
      try {
        hashes.add(
            get(server.address(), timeout, "commit?height=" + height)
                .path("signed_header")
                .path("commit")
                .path("block_id")
                .path("hash")
                .asText(""));
      } catch (IOException e) {
        throw new HarnessException(
            "the validator at %s doesn't tell its block of height %d: %s"
                .formatted(server.address(), height, e.getMessage()),
            e);
      }
    }
    if (hashes.size() != 1 || hashes.contains("")) {
      throw new HarnessException(
          "the validators don't agree on the block of height %d; see 'hybrid audit'"
              .formatted(height));
    }
    return Optional.of(
        new CometBftStateSync(
            servers.stream().map(Server::address).toList(), height, hashes.iterator().next()));
  }

  /** The values of the variables in {@code config.toml}. */
  Map<String, Object> values() {
    return Map.of(
        "statesync",
        !servers.isEmpty(),
        "statesyncServers",
        String.join(",", servers),
        "trustHeight",
        trustHeight,
        "trustHash",
        trustHash);
  }

  private static boolean hasSnapshots(String address, Duration timeout) throws IOException {
    String path = URLEncoder.encode("\"/snapshots\"", StandardCharsets.UTF_8);
    return !get(address, timeout, "abci_query?path=" + path)
        .path("response")
        .path("value")
        .asText("")
        .isEmpty();
  }

  /** Asks a validator on this machine; CometBFT tells an error in the answer. */
  private static JsonNode get(String address, Duration timeout, String call) throws IOException {
    int port = Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    try {
      JsonNode reply =
          JSON.readTree(Loopback.PLAIN.send("GET", port, "/" + call, "", timeout).body());
      if (!reply.path("result").isObject()) {
        throw new IOException(reply.path("error").path("data").asText("no result"));
      }
      return reply.path("result");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new HarnessException("interrupted", e);
    }
  }
}
