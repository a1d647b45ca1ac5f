package io.hybridycsb.ycsb.fabric;

import io.grpc.ChannelCredentials;
import io.grpc.InsecureChannelCredentials;
import io.grpc.TlsChannelCredentials;
import io.hybridycsb.fabric.model.Functions;
import io.hybridycsb.settings.PropertySet;
import io.hybridycsb.ycsb.outcome.TimeLimit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.hyperledger.fabric.client.CommitStatusException;
import org.hyperledger.fabric.client.GatewayException;
import org.hyperledger.fabric.client.Proposal;
import org.hyperledger.fabric.client.Status;

/** The peers, as all threads of a process share them. */
final class FabricConnection implements AutoCloseable {
  private static final TimeUnit NS = TimeUnit.NANOSECONDS;
  private static final long PAUSE_MS = 200;

  /** How many transactions with an unknown outcome are remembered, to ask again. */
  private static final int UNKNOWN_MAX = 10_000;

  private final PropertySet.Values properties;
  private final List<PeerLink> peers = new ArrayList<>();
  private final AtomicInteger sessions = new AtomicInteger();
  private final Queue<String> unknown = new ConcurrentLinkedQueue<>();
  private final Consumer<String> notices;
  private final Optional<OrderedBlocks> blocks;

  private FabricConnection(PropertySet.Values properties, Consumer<String> notices) {
    this.notices = notices;
    this.properties = properties;
    ClientIdentity client = ClientIdentity.read(properties);
    ChannelCredentials credentials = credentials(properties.file(FabricProperties.TLS_CA));
    for (String address : properties.get(FabricProperties.PEERS)) {
      peers.add(new PeerLink(address, properties, client, credentials));
    }
    blocks =
        properties.get(FabricProperties.PHASES)
            ? Optional.of(
                new OrderedBlocks(
                    properties.get(FabricProperties.ORDERER),
                    credentials(properties.file(FabricProperties.ORDERER_TLS_CA)),
                    properties.get(FabricProperties.CHANNEL),
                    client,
                    notices))
            : Optional.empty();
  }

  private static ChannelCredentials credentials(Optional<Path> tlsCa) {
    if (tlsCa.isEmpty()) {
      return InsecureChannelCredentials.create();
    }
    try {
      return TlsChannelCredentials.newBuilder().trustManager(tlsCa.get().toFile()).build();
    } catch (IOException e) {
      throw new IllegalArgumentException("can't read the certificates in " + tlsCa.get(), e);
    }
  }

  /**
   * Connects, and waits until peers can endorse: after their start they first have to learn of each
   * other.
   *
   * @param notices told what isn't as it should be
   * @throws IllegalArgumentException if a file or a property is wrong
   * @throws IllegalStateException if no peer answers in time
   */
  static FabricConnection open(PropertySet.Values properties, Consumer<String> notices)
      throws InterruptedException {
    FabricConnection connection = new FabricConnection(properties, notices);
    try {
      connection.awaitReadiness();
      return connection;
    } catch (IllegalStateException | InterruptedException e) {
      connection.close();
      throw e;
    }
  }

  private void awaitReadiness() throws InterruptedException {
    TimeLimit limit = TimeLimit.ofMs(properties.get(FabricProperties.CONNECT_TIMEOUT_MS));
    List<PeerLink> waiting = new ArrayList<>(peers);
    boolean answered = false;
    String last = "";
    while (true) {
      List<PeerLink> unready = new ArrayList<>();
      int unreachable = 0;
      for (PeerLink peer : waiting) {
        try {
          ping(peer).evaluate(options -> options.withDeadlineAfter(limit.callNs(), NS));
          answered = true;
          ping(peer).endorse(options -> options.withDeadlineAfter(limit.callNs(), NS));
        } catch (GatewayException e) {
          // The deadline may cut the last try short; then the failure before it tells more.
          last = last.isEmpty() || !Failures.isSilent(e) ? Failures.describe(e) : last;
          unready.add(peer);
          unreachable += Failures.isUnreachable(e) ? 1 : 0;
        }
      }
      // Unreachable peers are dead: the others do without them.
      if (unready.isEmpty() || (answered && unreachable == unready.size())) {
        return;
      }
      if (limit.leftMs() <= PAUSE_MS) {
        break;
      }
      waiting = unready;
      Thread.sleep(PAUSE_MS);
    }
    if (!answered) {
      throw new IllegalStateException(
          "no peer of %s answered within %d ms; the last: %s"
              .formatted(
                  String.join(", ", properties.get(FabricProperties.PEERS)),
                  properties.get(FabricProperties.CONNECT_TIMEOUT_MS),
                  last));
    }
    notices.accept("peers cannot endorse yet: " + last);
  }

  private static Proposal ping(PeerLink peer) {
    return peer.proposal(Functions.PING);
  }

  FabricSession session() {
    return new FabricSession(peers, sessions.getAndIncrement(), properties, this::remember, blocks);
  }

  private void remember(String transactionId) {
    if (unknown.size() < UNKNOWN_MAX) {
      unknown.add(transactionId);
    }
  }

  /**
   * Asks once more for the outcomes that were not known in time, and tells what has become clear.
   */
  private void askAgain() {
    TimeLimit limit = TimeLimit.ofMs(properties.get(FabricProperties.COMMIT_TIMEOUT_MS));
    int asked = unknown.size();
    int committed = 0;
    int invalid = 0;
    for (String id = unknown.poll(); id != null; id = unknown.poll()) {
      // Lost transactions must not use up the time of those that are committed.
      long waitNs = Math.max(1, limit.callNs() / (unknown.size() + 1) / peers.size());
      for (PeerLink peer : peers) {
        try {
          Status status = peer.commit(id).getStatus(o -> o.withDeadlineAfter(waitNs, NS));
          committed += status.isSuccessful() ? 1 : 0;
          invalid += status.isSuccessful() ? 0 : 1;
          break;
        } catch (CommitStatusException e) {
          if (!Failures.isUnreachable(e) && !Failures.isSilent(e)) {
            break;
          }
        }
      }
    }
    if (asked > 0) {
      notices.accept(
          "of %d outcomes reported as unknown, %d were committed, %d aborted, %d are still unknown"
              .formatted(asked, committed, invalid, asked - committed - invalid));
    }
  }

  @Override
  public void close() {
    askAgain();
    blocks.ifPresent(OrderedBlocks::close);
    peers.forEach(PeerLink::close);
  }
}
