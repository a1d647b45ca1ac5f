package io.hybridycsb.ethereum.rpc;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells when an Ethereum client may have a new newest block, by a subscription over a WebSocket
 * ({@code eth_subscribe}, {@code newHeads}) at the address of its JSON-RPC. Clients that take no
 * WebSockets there are to be asked again and again instead. Used by one thread.
 */
public final class NewHeads implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(NewHeads.class);

  /** While there is no subscription, the chain is to be looked at so often. */
  private static final long POLL_MS = 50;

  /** And with one so often even if nothing is told, since not all changes are. */
  private static final long QUIET_MS = 1_000;

  /** After so long the client is asked for a subscription again. */
  private static final long RETRY_NS = TimeUnit.SECONDS.toNanos(10);

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

  private static final String SUBSCRIBE =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_subscribe\",\"params\":[\"newHeads\"]}";

  private final HttpClient http = HttpClient.newHttpClient();
  private final URI uri;
  private final Semaphore news = new Semaphore(0);
  private Subscription subscription = new Subscription();
  private long triedNs = System.nanoTime() - RETRY_NS;

  /**
   * @param rpc where the client's JSON-RPC is, {@code http://HOST:PORT} and maybe a path
   */
  public NewHeads(URI rpc) {
    // http becomes ws, and https wss.
    this.uri = URI.create(rpc.toString().replaceFirst("^http", "ws"));
  }

  /**
   * Waits until the client tells of a new block or the subscription ends, or until it is time to
   * look without that.
   *
   * @return whether the chain should be looked at because of the client, and not of the time
   */
  public boolean await() throws InterruptedException {
    if (!subscription.isOpen && System.nanoTime() - triedNs > RETRY_NS) {
      triedNs = System.nanoTime();
      subscription.close();
      subscription = new Subscription();
      subscription.open();
    }
    boolean told = news.tryAcquire(subscription.isOpen ? QUIET_MS : POLL_MS, TimeUnit.MILLISECONDS);
    news.drainPermits();
    return told;
  }

  /** Whether the client tells of new blocks. */
  boolean isSubscribed() {
    return subscription.isOpen;
  }

  /** There was a new block of which nothing was told. */
  public void missed() {
    if (subscription.isOpen) {
      LOG.debug("{} did not tell of a block; subscribing again", EthRpc.shown(uri));
      subscription.close();
      // What the old connection may still tell doesn't count for the next one.
      subscription = new Subscription();
      triedNs = System.nanoTime() - RETRY_NS;
    }
  }

  /** A connection, from the attempt to make it until its end. */
  private final class Subscription implements WebSocket.Listener {
    private CompletableFuture<WebSocket> socket = new CompletableFuture<>();

    /** Whether blocks are told of. */
    private volatile boolean isOpen;

    void open() {
      socket = http.newWebSocketBuilder().connectTimeout(CONNECT_TIMEOUT).buildAsync(uri, this);
      socket.exceptionally(
          e -> {
            LOG.debug("{} takes no subscription: {}", EthRpc.shown(uri), e.toString());
            return null;
          });
    }

    @Override
    public void onOpen(WebSocket connected) {
      connected.sendText(SUBSCRIBE, true);
      connected.request(1);
    }

    /** The first message is the answer to the request, each further one a block. */
    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence message, boolean last) {
      if (!isOpen && message.toString().contains("\"error\"")) {
        LOG.debug("{} takes no subscription: {}", EthRpc.shown(uri), message);
        from.abort();
        return null;
      }
      isOpen = true;
      if (last) {
        news.release();
      }
      from.request(1);
      return null;
    }

    @Override
    public CompletionStage<?> onClose(WebSocket from, int status, String reason) {
      end();
      return null;
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
      LOG.debug("{} no longer tells of blocks: {}", EthRpc.shown(uri), error.toString());
      end();
    }

    private void end() {
      if (isOpen) {
        isOpen = false;
        news.release();
      }
    }

    void close() {
      isOpen = false;
      socket.thenAccept(WebSocket::abort);
    }
  }

  @Override
  public void close() {
    subscription.close();
  }
}
