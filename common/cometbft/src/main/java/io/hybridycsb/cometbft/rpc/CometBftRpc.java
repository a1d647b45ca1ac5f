package io.hybridycsb.cometbft.rpc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hybridycsb.veritas.cometbft.SignedHeaderJson;
import io.hybridycsb.veritas.cometbft.proto.SignedHeader;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A client of one CometBFT's JSON-RPC (0.38). Every call has the same deadline, and every answer a
 * bounded length; calls may be made by many threads. Nothing that CometBFT says is verified here.
 */
public final class CometBftRpc {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The signatures of as many validators as CometBFT takes, 10,000, have some 3 MB in JSON. */
  static final int ANSWER_BYTES_MAX = 16 << 20;

  /** Part of CometBFT's error message for a height that the chain hasn't reached. */
  private static final String HEIGHT_TO_COME = "must be less than or equal to";

  /**
   * How far a CometBFT process has come.
   *
   * @param chainId the chain's name
   * @param latestHeight of the newest block; 0: none
   * @param catchingUp it is still fetching blocks that others have decided
   */
  public record Status(String chainId, long latestHeight, boolean catchingUp) {}

  private final String address;
  private final URI uri;
  private final Duration deadline;
  private final HttpClient http;

  /**
   * @param deadline for each call, connecting included
   */
  public CometBftRpc(InetSocketAddress address, Duration deadline) {
    this.address = address.getHostString() + ":" + address.getPort();
    this.uri = URI.create("http://" + this.address + "/");
    this.deadline = deadline;
    this.http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(deadline)
            .build();
  }

  /**
   * The header at a height and the signatures under it. The newest height's are those that this
   * CometBFT has seen: above two thirds, not always all.
   *
   * @param height 0: the newest
   * @return empty if the chain isn't there yet
   * @throws CometBftException if CometBFT doesn't answer, or has forgotten that height
   */
  public Optional<SignedHeader> commit(long height) {
    ObjectNode params = params();
    if (height > 0) {
      params.put("height", Long.toString(height));
    }
    JsonNode reply = post("commit", params);
    if (reply.path("error").path("data").asText().contains(HEIGHT_TO_COME)) {
      return Optional.empty();
    }
    JsonNode header = result("commit", reply).path("signed_header");
    if (!header.path("commit").isObject()) {
      return Optional.empty();
    }
    try {
      return Optional.of(SignedHeaderJson.read(header));
    } catch (IllegalArgumentException e) {
      throw new CometBftException(failure("commit", e.getMessage()), e);
    }
  }

  /**
   * Hands a transaction over without waiting for CheckTx.
   *
   * @throws CometBftException if CometBFT doesn't take it, for instance as its mempool is full
   */
  public void broadcastAsync(byte[] transaction) {
    String encoded = Base64.getEncoder().encodeToString(transaction);
    result("broadcast_tx_async", post("broadcast_tx_async", params().put("tx", encoded)));
  }

  /**
   * @throws CometBftException if CometBFT doesn't answer, for instance as it is starting
   */
  public Status status() {
    JsonNode result = result("status", post("status", params()));
    JsonNode sync = result.path("sync_info");
    return new Status(
        result.path("node_info").path("network").asText(),
        sync.path("latest_block_height").asLong(),
        sync.path("catching_up").asBoolean());
  }

  private static ObjectNode params() {
    return JsonNodeFactory.instance.objectNode();
  }

  private JsonNode result(String method, JsonNode reply) {
    JsonNode error = reply.path("error");
    if (error.isObject()) {
      String data = error.path("data").asText();
      throw new CometBftException(
          failure(method, data.isEmpty() ? error.path("message").asText() : data));
    }
    return reply.path("result");
  }

  private JsonNode post(String method, ObjectNode params) {
    ObjectNode call = JsonNodeFactory.instance.objectNode();
    call.put("jsonrpc", "2.0").put("id", 1).put("method", method).set("params", params);
    HttpRequest request =
        HttpRequest.newBuilder(uri)
            .timeout(deadline)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(call.toString(), StandardCharsets.UTF_8))
            .build();
    // A request's own timeout ends with the answer's first line; the deadline covers the whole
    // answer.
    CompletableFuture<HttpResponse<byte[]>> answer =
        send(request)
            .exceptionallyCompose(
                failure ->
                    isClosedConnection(failure)
                        ? send(request)
                        : CompletableFuture.failedFuture(failure));
    try {
      return JSON.readTree(answer.get(deadline.toMillis(), TimeUnit.MILLISECONDS).body());
    } catch (TimeoutException e) {
      answer.cancel(true);
      throw late(method, e);
    } catch (InterruptedException e) {
      answer.cancel(true);
      Thread.currentThread().interrupt();
      throw new CometBftException(failure(method, "interrupted"), e);
    } catch (ExecutionException e) {
      throw failed(method, e.getCause());
    } catch (IOException e) {
      throw new CometBftException(failure(method, "the answer isn't JSON"), e);
    }
  }

  private CompletableFuture<HttpResponse<byte[]>> send(HttpRequest request) {
    return http.sendAsync(request, head -> new BoundedBody(ANSWER_BYTES_MAX));
  }

  /**
   * Whether CometBFT has closed the connection meanwhile, as it does with idle ones. No call has a
   * further effect when it is made twice.
   */
  private static boolean isClosedConnection(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return cause instanceof IOException
        && !(cause instanceof ConnectException)
        && !(cause instanceof HttpTimeoutException)
        && !(cause instanceof BoundedBody.TooLong);
  }

  private CometBftException failed(String method, Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    if (cause instanceof HttpTimeoutException) {
      return late(method, cause);
    }
    String reason =
        cause instanceof ConnectException
            ? "can't connect"
            : Optional.ofNullable(cause.getMessage()).orElse(cause.getClass().getSimpleName());
    return new CometBftException(failure(method, reason), cause);
  }

  private CometBftException late(String method, Throwable cause) {
    return new CometBftException(
        failure(method, "no answer within " + deadline.toMillis() + " ms"), cause);
  }

  private String failure(String method, String reason) {
    return "CometBFT at " + address + ", " + method + ": " + reason.replaceAll("\\p{Cc}", " ");
  }
}
