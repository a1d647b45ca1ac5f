package io.hybridycsb.cometbft.rpc;

import static io.hybridycsb.cometbft.rpc.FakeRpc.error;
import static io.hybridycsb.cometbft.rpc.FakeRpc.recorded;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.hybridycsb.veritas.cometbft.HeaderHash;
import io.hybridycsb.veritas.cometbft.proto.SignedHeader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class CometBftRpcTest {
  private static final Duration DEADLINE = Duration.ofSeconds(30);

  private final AtomicReference<String> answer = new AtomicReference<>();
  private final AtomicReference<JsonNode> asked = new AtomicReference<>();

  @AutoClose
  private final FakeRpc server =
      new FakeRpc(
          request -> {
            asked.set(request);
            return answer.get();
          });

  private final CometBftRpc rpc = new CometBftRpc(server.address(), DEADLINE);

  @Test
  void aRecordedHeaderIsReadAsItWasSigned() throws IOException {
    answer.set(recorded());
    SignedHeader signed = rpc.commit(19).orElseThrow();
    assertThat(signed.getHeader().getHeight()).isEqualTo(19);
    assertThat(signed.getCommit().getSignaturesCount()).isEqualTo(4);
    assertThat(HeaderHash.of(signed.getHeader()))
        .isEqualTo(signed.getCommit().getBlockId().getHash().toByteArray());
    assertThat(asked.get().path("method").asText()).isEqualTo("commit");
    assertThat(asked.get().path("params").path("height").asText()).isEqualTo("19");
  }

  @Test
  void heightZeroAsksForTheNewest() throws IOException {
    answer.set(recorded());
    assertThat(rpc.commit(0)).isPresent();
    assertThat(asked.get().path("params").has("height")).isFalse();
  }

  @Test
  void aHeightToComeIsEmpty() {
    answer.set(error("height 100 must be less than or equal to the current blockchain height 82"));
    assertThat(rpc.commit(100)).isEmpty();
  }

  @Test
  void aForgottenHeightIsAnError() {
    answer.set(error("height 1 is not available, lowest height is 50"));
    assertThatThrownBy(() -> rpc.commit(1))
        .isInstanceOf(CometBftException.class)
        .hasMessage(
            "CometBFT at " + host() + ", commit: height 1 is not available, lowest height is 50");
  }

  @Test
  void anAnswerThatIsTooLongIsReadNoFurther() {
    answer.set(" ".repeat(CometBftRpc.ANSWER_BYTES_MAX + 1));
    assertThatThrownBy(() -> rpc.commit(1))
        .isInstanceOf(CometBftException.class)
        .hasMessage("CometBFT at " + host() + ", commit: the answer has more than 16777216 bytes");
  }

  @Test
  void anAnswerThatIsNoSignedHeaderIsAnError() {
    answer.set("{\"result\":{\"signed_header\":{\"header\":{},\"commit\":{}}}}");
    assertThatThrownBy(() -> rpc.commit(1))
        .isInstanceOf(CometBftException.class)
        .hasMessageContaining("not a signed header");
    answer.set("not JSON");
    assertThatThrownBy(() -> rpc.commit(1))
        .isInstanceOf(CometBftException.class)
        .hasMessageContaining("the answer isn't JSON");
  }

  @Test
  void transactionsAreSentInBase64() {
    answer.set("{\"result\":{\"code\":0}}");
    rpc.broadcastAsync(new byte[] {2});
    assertThat(asked.get().path("method").asText()).isEqualTo("broadcast_tx_async");
    assertThat(asked.get().path("params").path("tx").asText()).isEqualTo("Ag==");
  }

  @Test
  void aTransactionThatCometBftRefusesIsAnError() {
    answer.set(error("mempool is full: number of txs\\u001b5000 (max: 5000)"));
    assertThatThrownBy(() -> rpc.broadcastAsync(new byte[] {2}))
        .isInstanceOf(CometBftException.class)
        .hasMessageContaining("mempool is full: number of txs 5000 (max: 5000)");
  }

  @Test
  void statusTellsChainHeightAndWhetherItCatchesUp() {
    answer.set(
        "{\"result\":{\"node_info\":{\"network\":\"chain\"},\"sync_info\":"
            + "{\"latest_block_height\":\"11\",\"catching_up\":true}}}");
    assertThat(rpc.status()).isEqualTo(new CometBftRpc.Status("chain", 11, true));
  }

  @Test
  void aCometBftThatIsAwayIsAnErrorInOneLine() {
    server.close();
    assertThatThrownBy(rpc::status)
        .isInstanceOf(CometBftException.class)
        .hasMessage("CometBFT at " + host() + ", status: can't connect");
  }

  @Test
  void aCometBftThatDoesNotAnswerIsGivenUpAtTheDeadline() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CometBftRpc impatient =
          new CometBftRpc(
              new InetSocketAddress(silent.getInetAddress(), silent.getLocalPort()),
              Duration.ofSeconds(2));
      assertThatThrownBy(impatient::status)
          .isInstanceOf(CometBftException.class)
          .hasMessageContaining("no answer within 2000 ms");
    }
  }

  @Test
  void aCallWhoseConnectionIsClosedBeforeTheAnswerIsMadeAgain() throws Exception {
    try (ServerSocket closing = new ServerSocket(0, 2, InetAddress.getLoopbackAddress())) {
      CometBftRpc again =
          new CometBftRpc(
              new InetSocketAddress(closing.getInetAddress(), closing.getLocalPort()), DEADLINE);
      CompletableFuture<CometBftRpc.Status> status = CompletableFuture.supplyAsync(again::status);
      try (Socket first = closing.accept()) {
        first.getInputStream().read();
      }
      try (Socket second = closing.accept()) {
        String body = "{\"result\":{\"sync_info\":{\"latest_block_height\":\"7\"}}}";
        second
            .getOutputStream()
            .write(
                ("HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body)
                    .getBytes(UTF_8));
        assertThat(status.get().latestHeight()).isEqualTo(7);
      }
    }
  }

  private String host() {
    return server.address().getHostString() + ":" + server.address().getPort();
  }
}
