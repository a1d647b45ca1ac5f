package io.hybridycsb.blockchaindb.server.eth;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** JSON-RPC to one Ethereum client over HTTP. */
public final class EthRpc {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final ObjectMapper json = new ObjectMapper();
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(TIMEOUT).build();
  private final AtomicLong ids = new AtomicLong();
  private final URI uri;

  public EthRpc(String url) {
    this.uri = URI.create(url);
  }

  /** The client didn't answer; it may have done what it was asked. */
  public static final class Unreachable extends Exception {
    private static final long serialVersionUID = 1L;

    public Unreachable(String message) {
      super(message, null, false, false);
    }
  }

  /** The client answered with an error. */
  public static final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    Refused(String message) {
      super(message, null, false, false);
    }
  }

  /**
   * The result of a method; a JSON null where there is none.
   *
   * @param parameters what Jackson can write
   */
  public JsonNode call(String method, Object... parameters)
      throws Unreachable, Refused, InterruptedException {
    ObjectNode request = json.createObjectNode();
    request.put("jsonrpc", "2.0").put("id", ids.incrementAndGet()).put("method", method);
    request.set("params", json.valueToTree(parameters));
    try {
      HttpResponse<byte[]> answer =
          http.send(
              HttpRequest.newBuilder(uri)
                  .timeout(TIMEOUT)
                  .header("Content-Type", "application/json")
                  .POST(HttpRequest.BodyPublishers.ofByteArray(json.writeValueAsBytes(request)))
                  .build(),
              HttpResponse.BodyHandlers.ofByteArray());
      JsonNode reply = json.readTree(answer.body());
      if (reply == null || !(reply.has("result") || reply.has("error"))) {
        throw new Unreachable("%s answers with HTTP status %d".formatted(uri, answer.statusCode()));
      }
      if (reply.has("error")) {
        throw new Refused(reply.get("error").path("message").asText());
      }
      return reply.get("result");
    } catch (IOException e) {
      throw new Unreachable("%s does not answer %s: %s".formatted(uri, method, e));
    }
  }
}
