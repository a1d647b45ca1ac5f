package io.hybridycsb.cometbft.rpc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/** A CometBFT's JSON-RPC that answers as a test says. */
public final class FakeRpc implements AutoCloseable {
  private final HttpServer server;

  /**
   * @param answers the JSON to answer a request with
   */
  public FakeRpc(Function<JsonNode, String> answers) {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext(
        "/",
        exchange -> {
          JsonNode asked = new ObjectMapper().readTree(exchange.getRequestBody());
          byte[] body = answers.apply(asked).getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  public InetSocketAddress address() {
    return server.getAddress();
  }

  /** An answer with the header of height 19 and its signatures, as a real CometBFT gave it. */
  public static String recorded() throws IOException {
    try (InputStream in = FakeRpc.class.getResourceAsStream("/cometbft/commit-19.json")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  public static String error(String data) {
    return "{\"error\":{\"code\":-32603,\"message\":\"Internal error\",\"data\":\"" + data + "\"}}";
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
