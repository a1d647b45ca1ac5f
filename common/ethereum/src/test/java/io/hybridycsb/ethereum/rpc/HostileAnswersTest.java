package io.hybridycsb.ethereum.rpc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.ethereum.rpc.EthRpc.Unreachable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Answers that are made to harm who asks: each counts as none. */
@Timeout(120)
class HostileAnswersTest {
  private static final int MS = 120_000;

  private ServerSocket server;
  private Thread answering;

  /** What is sent to who asks. */
  private interface Answer {
    void to(OutputStream out) throws IOException;
  }

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void end() throws Exception {
    server.close();
    answering.join();
  }

  private String answers(Answer answer) {
    answering =
        new Thread(
            () -> {
              while (!server.isClosed()) {
                try (Socket caller = server.accept()) {
                  readRequest(caller.getInputStream());
                  answer.to(caller.getOutputStream());
                } catch (IOException e) {
                  // The caller has had enough, or it is the end.
                }
              }
            });
    answering.start();
    return "http://127.0.0.1:" + server.getLocalPort();
  }

  private static void readRequest(InputStream in) throws IOException {
    // It ends with the end of an object.
    for (int read = in.read(); read >= 0 && read != '}'; ) {
      read = in.read();
    }
  }

  private static Answer of(String body) {
    return out ->
        out.write(
            "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s"
                .formatted(body.length(), body)
                .getBytes(UTF_8));
  }

  @Test
  void whoIsAskedForANumberCannotFillTheMemory() {
    String url = answers(of("[" + "{},".repeat(100_000) + "{}]"));
    assertThatThrownBy(() -> new EthNode(new EthRpc(url, MS)).newest())
        .isInstanceOf(Unreachable.class)
        .hasMessageEndingWith("the answer has more than 65536 bytes");
  }

  @Test
  void anAnswerOfManyEmptyValuesIsNotParsed() {
    String url = answers(of("[" + "{},".repeat(100_000) + "{}]"));
    assertThatThrownBy(() -> new EthRpc(url, MS, 1 << 20).call("eth_getBlockByNumber"))
        .isInstanceOf(Unreachable.class)
        .hasMessageEndingWith("the answer has more than 66560 values");
  }

  /** Each byte comes before the connection's own timeout. */
  @Test
  void aHeaderThatDoesNotEndIsNotWaitedFor() {
    CountDownLatch never = new CountDownLatch(1);
    String url =
        answers(
            out -> {
              out.write("HTTP/1.1 200 OK\r\nX-Header: ".getBytes(UTF_8));
              while (true) {
                out.write('a');
                out.flush();
                await(never);
              }
            });
    assertThatThrownBy(() -> new EthRpc(url, 400).call("eth_blockNumber"))
        .isInstanceOf(Unreachable.class)
        .hasMessageEndingWith("the answer does not begin");
  }

  /** A pause of 20 ms. */
  private static void await(CountDownLatch never) {
    try {
      never.await(20, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void interimAnswersWithoutEndAreNoAnswer() {
    byte[] many = "HTTP/1.1 100 Continue\r\n\r\n".repeat(100_000).getBytes(UTF_8);
    String url = answers(out -> out.write(many));
    assertThatThrownBy(() -> new EthRpc(url, MS).call("eth_blockNumber"))
        .isInstanceOf(Unreachable.class)
        .hasMessageStartingWith(url);
  }
}
