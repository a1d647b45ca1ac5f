package io.hybridycsb.ycsb.bigchaindb;

import static io.hybridycsb.ycsb.bigchaindb.BigchainDbProperties.ENDPOINTS;
import static io.hybridycsb.ycsb.bigchaindb.BigchainDbProperties.TIMEOUT_MS;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.hybridycsb.settings.PropertySet;
import io.hybridycsb.ycsb.outcome.TimeLimit;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** The nodes' HTTP interface, over the connections that all threads share. */
final class Nodes implements AutoCloseable {
  private static final String API = "/api/v1/";

  /**
   * How long one node may take for one answer: Tendermint itself gives up on a commit after 10 s. A
   * node of which it has lost an answer never gives one.
   */
  private static final long ANSWER_MS = 12_000;

  /** How much longer the rest of an answer may take. */
  private static final long BODY_MS = 500;

  private final List<String> endpoints;
  private final HttpClient http;
  private final AtomicInteger next = new AtomicInteger();

  private Nodes(List<String> endpoints, int timeoutMs) {
    this.endpoints = List.copyOf(endpoints);
    this.http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofMillis(timeoutMs))
            .build();
  }

  /** A node could not be reached: it knows nothing of the request. */
  static final class Unreachable extends IOException {
    Unreachable(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /**
   * Connects.
   *
   * @throws IllegalStateException if no node answers in time
   */
  static Nodes connect(PropertySet.Values properties) {
    Nodes nodes = new Nodes(properties.get(ENDPOINTS), properties.get(TIMEOUT_MS));
    TimeLimit limit = TimeLimit.ofMs(properties.get(TIMEOUT_MS));
    for (int node = 0; node < nodes.count(); node++) {
      try {
        if (nodes.get(node, "", limit).isOk()) {
          return nodes;
        }
      } catch (IOException e) {
        // The next node may answer.
      }
    }
    throw new IllegalStateException(
        "no BigchainDB answered at %s within %d ms"
            .formatted(String.join(", ", properties.get(ENDPOINTS)), properties.get(TIMEOUT_MS)));
  }

  int count() {
    return endpoints.size();
  }

  /** The node that the next thread asks first. */
  int nextPreferred() {
    return Math.floorMod(next.getAndIncrement(), count());
  }

  /**
   * What a node answers to a GET.
   *
   * @param path below the API's
   * @throws IOException if there is no answer in time, or not soon enough to wait for it
   */
  Answer get(int node, String path, TimeLimit limit) throws IOException {
    return send(node, request(node, path).GET(), limit);
  }

  /**
   * What a node answers to a transaction.
   *
   * @throws Unreachable if it has certainly not got the transaction
   * @throws IOException if there is no answer in time, and it may have
   */
  Answer post(int node, Transaction transaction, BigchainDbProperties.Mode mode, TimeLimit limit)
      throws IOException {
    return send(
        node,
        request(node, "transactions?mode=" + mode.word())
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(transaction.json(), UTF_8)),
        limit);
  }

  private HttpRequest.Builder request(int node, String path) throws Unreachable {
    String endpoint = endpoints.get(node % count());
    try {
      return HttpRequest.newBuilder(uri(endpoint, InetAddress::getByName).resolve(API + path));
    } catch (UnknownHostException e) {
      throw new Unreachable(endpoint + " is not there", e);
    }
  }

  /** Finds the address of a host's name. */
  interface Resolver {
    InetAddress resolve(String host) throws UnknownHostException;
  }

  /**
   * Where a node is. The HTTP client takes no host name with an underscore, as there are in
   * container networks, so it is given such a host's address.
   *
   * @param endpoint HOST:PORT
   */
  static URI uri(String endpoint, Resolver resolver) throws UnknownHostException {
    URI uri = URI.create("http://" + endpoint);
    if (uri.getHost() != null) {
      return uri;
    }
    int colon = endpoint.lastIndexOf(':');
    String address = resolver.resolve(endpoint.substring(0, colon)).getHostAddress();
    String host = address.contains(":") ? "[" + address + "]" : address;
    return URI.create("http://" + host + endpoint.substring(colon));
  }

  private Answer send(int node, HttpRequest.Builder request, TimeLimit limit) throws IOException {
    long waitMs = Math.max(1, limit.within(ANSWER_MS).leftMs());
    // This limit tells an absent node from a silent one, but covers only the headers.
    HttpRequest sent = request.timeout(Duration.ofMillis(waitMs)).build();
    CompletableFuture<HttpResponse<String>> answer =
        http.sendAsync(sent, BodyHandlers.ofString(UTF_8));
    try {
      HttpResponse<String> response = answer.get(waitMs + BODY_MS, TimeUnit.MILLISECONDS);
      return new Answer(response.statusCode(), response.body());
    } catch (ExecutionException e) {
      throw failure(node, e.getCause());
    } catch (TimeoutException e) {
      answer.cancel(true);
      throw new IOException("the answer does not end", e);
    } catch (InterruptedException e) {
      answer.cancel(true);
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private IOException failure(int node, Throwable cause) {
    boolean isUnreachable =
        cause instanceof ConnectException || cause instanceof HttpConnectTimeoutException;
    return isUnreachable
        ? new Unreachable(endpoints.get(node % count()) + " is not there", cause)
        : new IOException(cause.getMessage(), cause);
  }

  /** The client's threads end once nobody uses it. */
  @Override
  public void close() {}
}
