package io.hybridycsb.harness.system.validators;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.hybridycsb.harness.HarnessException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is made of the validators' answers; that they are these is for the integration tests. */
class CometBftStateSyncTest {
  private static final String SNAPSHOTS = "NDA=";

  private final List<HttpServer> servers = new ArrayList<>();

  /** A validator's RPC; its block hashes end in the height asked for. */
  private String validator(long first, boolean catchingUp, String snapshots, String hash)
      throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    servers.add(server);
    server.createContext(
        "/",
        exchange -> {
          String query = String.valueOf(exchange.getRequestURI().getQuery());
          String result =
              switch (exchange.getRequestURI().getPath()) {
                case "/status" ->
                    "{'sync_info':{'catching_up':%s,'earliest_block_height':'%d','latest_block_height':'50'}}"
                        .formatted(catchingUp, first);
                case "/abci_query" -> "{'response':{'value':%s}}".formatted(snapshots);
                default ->
                    "{'signed_header':{'commit':{'block_id':{'hash':'%s%s'}}}}"
                        .formatted(hash, query.replace("height=", ""));
              };
          byte[] reply = ("{'result':" + result + "}").replace('\'', '"').getBytes(UTF_8);
          exchange.sendResponseHeaders(200, reply.length);
          exchange.getResponseBody().write(reply);
          exchange.close();
        });
    server.start();
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  private String whole() throws IOException {
    return validator(1, false, "'" + SNAPSHOTS + "'", "A");
  }

  private static Optional<CometBftStateSync> find(List<String> others) {
    return CometBftStateSync.find(others, Duration.ofMinutes(1));
  }

  @AfterEach
  void stop() {
    servers.forEach(server -> server.stop(0));
  }

  @Test
  void theTrustedBlockIsTheOldestThatAllWhoServeHaveButNotTheFirst() throws Exception {
    String one = whole();
    String other = whole();
    CometBftStateSync early = find(List.of(one, other)).orElseThrow();
    assertThat(early.trustHeight()).isEqualTo(2);
    assertThat(early.trustHash()).isEqualTo("A2");
    assertThat(early.servers()).containsExactly(one, other);
    String restored = validator(31, false, "null", "A");
    CometBftStateSync late = find(List.of(one, restored)).orElseThrow();
    assertThat(late.trustHeight()).isEqualTo(31);
    assertThat(late.trustHash()).isEqualTo("A31");
  }

  @Test
  void whoIsDownOrStillCatchingUpIsNotAsked() throws Exception {
    String one = whole();
    String other = whole();
    String behind = validator(1, true, "'" + SNAPSHOTS + "'", "B");
    List<String> asked = List.of("127.0.0.1:1", one, behind, other);
    assertThat(find(asked).orElseThrow().servers()).containsExactly(one, other);
  }

  @Test
  void withoutAnySnapshotTheChainIsReplayed() throws Exception {
    assertThat(find(List.of(validator(1, false, "null", "A")))).isEmpty();
  }

  @Test
  void whatDoesNotSufficeIsAnErrorThatSaysSo() throws Exception {
    String whole = whole();
    assertThatThrownBy(() -> find(List.of(whole)))
        .isInstanceOf(HarnessException.class)
        .hasMessage("state sync takes 2 other validators that serve, and there is 1");
    String restored = validator(31, false, "null", "A");
    for (List<String> others : List.of(List.of(restored), List.<String>of())) {
      assertThatThrownBy(() -> find(others))
          .isInstanceOf(HarnessException.class)
          .hasMessageContaining("a snapshot, or the chain from its first block");
    }
  }

  @Test
  void validatorsThatNameDifferentBlocksAreNotTrusted() throws Exception {
    List<String> others = List.of(whole(), validator(1, false, "null", "B"));
    assertThatThrownBy(() -> find(others))
        .isInstanceOf(HarnessException.class)
        .hasMessageStartingWith("the validators don't agree on the block of height 2");
  }
}
