package io.hybridycsb.ycsb.bigchaindb;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * As much of a node as it takes to see what the client makes of answers that a real one can't be
 * made to give; says nothing of BigchainDB.
 */
final class FakeNode implements AutoCloseable {
  /** What happens to the next transaction. */
  enum Fate {
    COMMITTED,
    /** It is committed, and the connection ends without an answer. */
    COMMITTED_UNANSWERED,
    /** The connection ends without an answer, and nothing has happened. */
    LOST_UNANSWERED,
    /** It is committed, and the answer has a beginning only. */
    COMMITTED_HALF_ANSWERED,
    ACKNOWLEDGED_BUT_INVALID,
    OVERTAKEN,
    MEMPOOL_FULL,
    WRONG,
    TIMED_OUT
  }

  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, JsonNode> committed = new LinkedHashMap<>();
  private final Deque<Fate> fates = new ArrayDeque<>();
  private final List<String> posted = new ArrayList<>();
  private int hiddenLookups;
  private int unreadableLookups;
  private boolean closed;

  FakeNode() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/api/v1/", this::handle);
    server.start();
  }

  String address() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  /** Of the next transactions, one after another; those after them are committed. */
  synchronized void next(Fate... some) {
    fates.addAll(Arrays.asList(some));
  }

  /** Lets the next look-ups of unspent outputs find none, as they do while one is being spent. */
  synchronized void hideUnspentOutputs(int lookups) {
    hiddenLookups = lookups;
  }

  /** Lets the next look-ups of outputs be answered with something that is no JSON. */
  synchronized void garbleLookups(int lookups) {
    unreadableLookups = lookups;
  }

  /** The ids of all transactions that were sent here, also of those that are not committed. */
  synchronized List<String> posted() {
    return List.copyOf(posted);
  }

  synchronized int committedCount() {
    return committed.size();
  }

  private synchronized void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath().substring("/api/v1/".length());
      if (exchange.getRequestMethod().equals("POST")) {
        post(exchange);
      } else if (path.startsWith("outputs")) {
        answer(exchange, 200, outputs(exchange.getRequestURI()));
      } else if (path.startsWith("transactions/")) {
        JsonNode found = committed.get(path.substring("transactions/".length()));
        answer(exchange, found == null ? 404 : 200, found == null ? "{}" : found.toString());
      } else {
        answer(exchange, 200, "{}");
      }
    }
  }

  private void post(HttpExchange exchange) throws IOException {
    JsonNode transaction = JSON.readTree(exchange.getRequestBody());
    String id = transaction.get("id").asText();
    posted.add(id);
    if (committed.containsKey(id)) {
      refuse(exchange, 400, "Invalid transaction (DuplicateTransaction): already exists");
      return;
    }
    JsonNode spent = transaction.path("inputs").path(0).path("fulfills");
    if (!spent.isNull() && isSpent(spent)) {
      refuse(exchange, 400, "Invalid transaction (DoubleSpend): already spent");
      return;
    }
    switch (fates.isEmpty() ? Fate.COMMITTED : fates.remove()) {
      case COMMITTED -> {
        committed.put(id, transaction);
        answer(exchange, 202, transaction.toString());
      }
      case COMMITTED_UNANSWERED -> committed.put(id, transaction);
      case LOST_UNANSWERED -> {}
      case COMMITTED_HALF_ANSWERED -> {
        committed.put(id, transaction);
        exchange.sendResponseHeaders(202, Integer.MAX_VALUE);
        exchange.getResponseBody().flush();
        awaitClose();
      }
      case ACKNOWLEDGED_BUT_INVALID -> answer(exchange, 202, transaction.toString());
      case OVERTAKEN -> refuse(exchange, 500, "Transaction validation failed");
      case MEMPOOL_FULL -> refuse(exchange, 500, "Internal error - Mempool is full: 5000");
      case WRONG -> refuse(exchange, 400, "Invalid transaction schema: no");
      case TIMED_OUT -> refuse(exchange, 500, "Internal error - Timed out waiting for tx");
    }
  }

  private synchronized void awaitClose() throws IOException {
    try {
      while (!closed) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("closed", e);
    }
  }

  private boolean isSpent(JsonNode output) {
    return committed.values().stream()
        .anyMatch(other -> other.path("inputs").path(0).path("fulfills").equals(output));
  }

  private String outputs(URI request) {
    Map<String, String> query = new LinkedHashMap<>();
    for (String part : request.getQuery().split("&")) {
      query.put(part.split("=")[0], part.split("=")[1]);
    }
    if (unreadableLookups > 0) {
      unreadableLookups--;
      return "<html>";
    }
    boolean unspentOnly = query.containsKey("spent");
    if (unspentOnly && hiddenLookups > 0) {
      hiddenLookups--;
      return "[]";
    }
    List<JsonNode> found =
        committed.values().stream()
            .filter(
                transaction ->
                    transaction
                        .path("outputs")
                        .path(0)
                        .path("public_keys")
                        .path(0)
                        .asText()
                        .equals(query.get("public_key")))
            .<JsonNode>map(
                transaction ->
                    JSON.createObjectNode()
                        .put("output_index", 0)
                        .put("transaction_id", transaction.get("id").asText()))
            .filter(output -> !unspentOnly || !isSpent(output))
            .toList();
    return found.toString();
  }

  private static void refuse(HttpExchange exchange, int status, String message) throws IOException {
    answer(exchange, status, JSON.createObjectNode().put("message", message).toString());
  }

  private static void answer(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      notifyAll();
    }
    server.stop(0);
    threads.shutdownNow();
  }
}
