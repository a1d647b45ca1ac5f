package io.hybridycsb.ethereum.rpc;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hybridycsb.verification.Threads;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * JSON-RPC to one Ethereum client over HTTP, through the JDK's older client. That works in the
 * caller's thread; the newer one's own threads took a fifth of a node's CPU time. An interrupt is
 * noticed before a call, not during one, which takes {@link #TIMEOUT_MS} if the client hangs.
 */
public final class EthRpc {
  /** The limit for connecting, and for the time until an answer begins or goes on. */
  private static final int TIMEOUT_MS = 10_000;

  private static final int READ_BYTES = 65_536;

  /** The limit for a whole answer, which may be a large block. */
  private static final long WHOLE_TIMEOUT_MS = 60_000;

  /** An answer may be the events of many large blocks. */
  private static final int ANSWER_BYTES_MAX = 256 << 20;

  /** An answer may have one value for so many bytes that it may have, and some more. */
  private static final int BYTES_OF_VALUE = 16;

  private static final int VALUES_MORE = 1_024;

  /** A string may be as long as the answer. */
  private static final ObjectMapper JSON =
      new ObjectMapper(
          JsonFactory.builder()
              .streamReadConstraints(
                  StreamReadConstraints.builder().maxStringLength(ANSWER_BYTES_MAX).build())
              .build());

  /** Ends calls that take too long, of all clients. */
  private static final ScheduledThreadPoolExecutor ENDS = ends();

  private final AtomicLong ids = new AtomicLong();
  private final URI uri;
  private final String shown;
  private final long wholeTimeoutMs;
  private final int answerBytesMax;

  public EthRpc(String url) {
    this(url, WHOLE_TIMEOUT_MS);
  }

  /**
   * @param wholeTimeoutMs the limit for a whole answer
   */
  public EthRpc(String url, long wholeTimeoutMs) {
    this(url, wholeTimeoutMs, ANSWER_BYTES_MAX);
  }

  /**
   * @param wholeTimeoutMs the limit for a whole answer
   * @param answerBytesMax how many bytes it may have
   */
  EthRpc(String url, long wholeTimeoutMs, int answerBytesMax) {
    this.uri = URI.create(url);
    this.shown = shown(uri);
    this.wholeTimeoutMs = wholeTimeoutMs;
    this.answerBytesMax = answerBytesMax;
  }

  /**
   * The same client, for calls whose answers are small.
   *
   * @param bytesMax of an answer; a longer one is none
   */
  public EthRpc within(int bytesMax) {
    return new EthRpc(uri.toString(), wholeTimeoutMs, Math.min(bytesMax, answerBytesMax));
  }

  /** The address without the path, which may be a secret. */
  static String shown(URI uri) {
    return uri.toString().replaceFirst("^([a-z]+://[^/?#]*).*", "$1");
  }

  /** Where the client answers. */
  public URI uri() {
    return uri;
  }

  /** A call without a result. */
  public abstract static sealed class RpcFailure extends Exception {
    private RpcFailure(String message) {
      // Many may fail in a second; nobody reads their stack traces.
      super(message, null, false, false);
    }
  }

  /** The client didn't answer; it may have done what it was asked. */
  public static final class Unreachable extends RpcFailure {
    private final boolean neverSent;

    public Unreachable(String message) {
      this(message, false);
    }

    private Unreachable(String message, boolean neverSent) {
      super(message);
      this.neverSent = neverSent;
    }

    /** Whether the client can't have got what it was asked, since nothing listens there. */
    public boolean neverSent() {
      return neverSent;
    }
  }

  /** The client answered with an error. */
  public static final class Refused extends RpcFailure {
    /** A node's own text is shown in one line of at most 300 characters. */
    Refused(String message) {
      super("%.300s".formatted(message).replaceAll("\\p{Cc}", "."));
    }
  }

  /**
   * The result of a method; a JSON null where there is none.
   *
   * @param parameters what Jackson can write
   */
  public JsonNode call(String method, Object... parameters)
      throws Unreachable, Refused, InterruptedException {
    return result(post(method, request(method, parameters)));
  }

  /** The results of one method for each of these parameters, in one exchange. */
  public List<JsonNode> callAll(String method, List<Object[]> parameters)
      throws Unreachable, Refused, InterruptedException {
    ArrayNode requests = JSON.createArrayNode();
    parameters.forEach(each -> requests.add(request(method, each)));
    Map<Long, JsonNode> replies = new HashMap<>();
    post(method, requests).forEach(reply -> replies.put(reply.path("id").asLong(), reply));
    List<JsonNode> results = new ArrayList<>();
    for (JsonNode request : requests) {
      results.add(result(replies.get(request.get("id").asLong())));
    }
    return results;
  }

  private ObjectNode request(String method, Object[] parameters) {
    ObjectNode request = JSON.createObjectNode();
    request.put("jsonrpc", "2.0").put("id", ids.incrementAndGet()).put("method", method);
    request.set("params", JSON.valueToTree(parameters));
    return request;
  }

  private JsonNode result(JsonNode reply) throws Unreachable, Refused {
    if (reply == null || !(reply.has("result") || reply.has("error"))) {
      throw new Unreachable("%s answers with something else than a result".formatted(shown));
    }
    if (reply.has("error")) {
      throw new Refused(reply.get("error").path("message").asText());
    }
    return reply.get("result");
  }

  private JsonNode post(String method, JsonNode request) throws Unreachable, InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    try {
      long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(wholeTimeoutMs);
      HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
      // Half of it: a connection can be ended only once it is there.
      connection.setConnectTimeout((int) Math.max(1, Math.min(TIMEOUT_MS, wholeTimeoutMs / 2)));
      connection.setReadTimeout((int) Math.min(TIMEOUT_MS, wholeTimeoutMs));
      connection.setInstanceFollowRedirects(false);
      connection.setRequestProperty("Content-Type", "application/json");
      connection.setDoOutput(true);
      byte[] body = JSON.writeValueAsBytes(request);
      // Otherwise what was sent would be sent once more, unnoticed, if no answer comes. Then a
      // refusal wouldn't tell that the client doesn't have a transaction.
      connection.setFixedLengthStreamingMode(body.length);
      int status = begun(connection, body);
      byte[] answer = whole(connection, status, deadline);
      requireFewValues(answer);
      JsonNode reply = JSON.readTree(answer);
      if (reply == null || !reply.isContainerNode()) {
        throw new Unreachable("%s answers with HTTP status %d".formatted(shown, status));
      }
      return reply;
    } catch (IOException e) {
      throw new Unreachable(
          "%s does not answer %s: %s".formatted(shown, method, reason(e)),
          e instanceof ConnectException);
    } catch (StackOverflowError e) {
      // The JDK's client calls itself for each interim answer (HTTP status 100).
      throw new Unreachable("%s answers %s with too many interim ones".formatted(shown, method));
    }
  }

  /**
   * Sends a request, and waits until its answer's body begins. The connection's own timeout begins
   * again with each byte that is sent or comes, so that it is ended from outside.
   */
  private int begun(HttpURLConnection connection, byte[] body) throws IOException {
    AtomicBoolean isLate = new AtomicBoolean();
    Future<?> end =
        ENDS.schedule(
            () -> {
              isLate.set(true);
              // In a thread of its own, since it may wait for who reads there.
              Threads.daemon("ends-of-calls", connection::disconnect).start();
            },
            wholeTimeoutMs,
            TimeUnit.MILLISECONDS);
    try {
      connection.getOutputStream().write(body);
      int status = connection.getResponseCode();
      if (!isLate.get()) {
        return status;
      }
    } catch (IOException | RuntimeException e) {
      // The JDK's client doesn't expect to be ended, and may fail in any way.
      if (!isLate.get()) {
        throw e;
      }
    } finally {
      end.cancel(false);
    }
    throw new IOException("the answer does not begin");
  }

  private static ScheduledThreadPoolExecutor ends() {
    ScheduledThreadPoolExecutor ends =
        new ScheduledThreadPoolExecutor(1, task -> Threads.daemon("ends-of-calls", task));
    // Otherwise those of all calls of the last minute would be kept.
    ends.setRemoveOnCancelPolicy(true);
    return ends;
  }

  /** An empty object of two bytes takes a hundred in memory. */
  private void requireFewValues(byte[] answer) throws IOException {
    int max = answerBytesMax / BYTES_OF_VALUE + VALUES_MORE;
    int values = 1;
    for (byte each : answer) {
      if (each == ',' || each == ':' || each == '[' || each == '{') {
        values++;
      }
    }
    if (values > max) {
      throw new IOException("the answer has more than %d values".formatted(max));
    }
  }

  private static String reason(IOException e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }

  /** The connection's own timeout only covers the time until more of the answer arrives. */
  private byte[] whole(HttpURLConnection connection, int status, long deadline) throws IOException {
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    InputStream error = connection.getErrorStream();
    if (error == null && status >= HttpURLConnection.HTTP_BAD_REQUEST) {
      // Its body is empty. What the JDK's client would throw has the whole address in it.
      return new byte[0];
    }
    try (InputStream in = error == null ? connection.getInputStream() : error) {
      byte[] part = new byte[READ_BYTES];
      for (int read = in.read(part); read >= 0; read = in.read(part)) {
        answer.write(part, 0, read);
        if (answer.size() > answerBytesMax) {
          connection.disconnect();
          throw new IOException("the answer has more than %d bytes".formatted(answerBytesMax));
        }
        if (System.nanoTime() - deadline > 0) {
          connection.disconnect();
          throw new IOException("the answer does not end");
        }
      }
    }
    return answer.toByteArray();
  }
}
