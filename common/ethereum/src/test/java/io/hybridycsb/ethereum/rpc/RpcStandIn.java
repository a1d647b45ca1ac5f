package io.hybridycsb.ethereum.rpc;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** Answers JSON-RPC in place of a chain's client. */
public final class RpcStandIn implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** What is answered. Called by one thread. */
  public interface Answers {
    /**
     * @param parameters of the call
     * @return the result
     * @throws Refusal to answer with an error
     */
    JsonNode to(String method, JsonNode parameters);
  }

  /** Becomes an error's message. */
  public static final class Refusal extends RuntimeException {
    public Refusal(String message) {
      super(message);
    }
  }

  private final Answers answers;
  private final HttpServer http;

  /** Answers until it is closed. */
  public RpcStandIn(Answers answers) throws IOException {
    this.answers = answers;
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.createContext("/", this::answer);
    http.start();
  }

  /** Calls it. */
  public EthRpc rpc() {
    return new EthRpc(url());
  }

  /** Where it answers. */
  public String url() {
    return "http://127.0.0.1:" + http.getAddress().getPort();
  }

  private void answer(HttpExchange exchange) throws IOException {
    if (!exchange.getRequestMethod().equals("POST")) {
      // It takes no WebSockets.
      exchange.sendResponseHeaders(405, -1);
      exchange.close();
      return;
    }
    JsonNode request = JSON.readTree(exchange.getRequestBody());
    JsonNode answer;
    if (request.isArray()) {
      ArrayNode all = JSON.createArrayNode();
      // In any order.
      request.forEach(each -> all.insert(0, answer(each)));
      answer = all;
    } else {
      answer = answer(request);
    }
    byte[] reply = answer.toString().getBytes(UTF_8);
    exchange.sendResponseHeaders(200, reply.length);
    exchange.getResponseBody().write(reply);
    exchange.close();
  }

  private JsonNode answer(JsonNode request) {
    ObjectNode answer = JSON.createObjectNode();
    answer.set("id", request.get("id"));
    try {
      answer.set("result", answers.to(request.get("method").asText(), request.get("params")));
    } catch (Refusal e) {
      answer.putObject("error").put("message", e.getMessage());
    }
    return answer;
  }

  @Override
  public void close() {
    http.stop(0);
  }
}
