package io.hybridycsb.ledger.audit;

import io.hybridycsb.ledger.database.Head;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Somebody else's server, which takes each head by a POST, as the text {@code NUMBER:HASH}. */
final class HeadUrl implements HeadStore {
  private static final int TIMEOUT_S = 30;
  private static final int CONNECT_TIMEOUT_S = 10;
  private static final int SUCCESSES = 2;

  private final URI url;

  private HeadUrl(URI url) {
    this.url = url;
  }

  /** A user and a password in it would not be sent. No message shows them. */
  static HeadUrl of(String url) throws IOException {
    boolean isHttp = url.startsWith("http://") || url.startsWith("https://");
    try {
      URI parsed = new URI(url);
      if (isHttp && parsed.getHost() != null && parsed.getUserInfo() == null) {
        return new HeadUrl(parsed);
      }
    } catch (URISyntaxException e) {
      // As any other that is none.
    }
    throw new IOException(
        "an address of --write-head is http://HOST[:PORT]/PATH or https://…, without a user; a file"
            + " whose name looks like one is given as ./NAME");
  }

  /** None: it is only written to. */
  @Override
  public List<Head> read() {
    return List.of();
  }

  @Override
  public void add(Head head) throws IOException {
    HttpClient client =
        HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(CONNECT_TIMEOUT_S)).build();
    CompletableFuture<HttpResponse<Void>> answer =
        client.sendAsync(request(head), HttpResponse.BodyHandlers.discarding());
    try {
      int status = answer.get(TIMEOUT_S, TimeUnit.SECONDS).statusCode();
      if (status / 100 != SUCCESSES) {
        throw notKept(head, "it answers " + status, null);
      }
    } catch (TimeoutException e) {
      answer.cancel(true);
      throw notKept(head, "no answer within %d s".formatted(TIMEOUT_S), e);
    } catch (ExecutionException e) {
      throw notKept(head, String.valueOf(e.getCause()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw notKept(head, "interrupted", e);
    }
  }

  private HttpRequest request(Head head) {
    return HttpRequest.newBuilder(url)
        .header("Content-Type", "text/plain")
        .POST(HttpRequest.BodyPublishers.ofString(head + "\n"))
        .build();
  }

  /** An address may have a token in it. */
  private IOException notKept(Head head, String reason, Exception cause) {
    String shown = url.toString().replaceFirst("[?#].*", "");
    return new IOException(
        "the head %s is not kept at %s: %s".formatted(head, shown, reason), cause);
  }
}
