package io.hybridycsb.veritas.tendermint;

import io.hybridycsb.cometbft.abci.AbciServer;
import io.hybridycsb.cometbft.rpc.CometBftException;
import io.hybridycsb.cometbft.rpc.CometBftRpc;
import io.hybridycsb.tls.ClientTls;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.cluster.ValidatorSet;
import io.hybridycsb.veritas.connection.NodePeer;
import io.hybridycsb.veritas.core.consensus.Consensus;
import io.hybridycsb.veritas.core.consensus.NodeContext;
import io.hybridycsb.veritas.core.consensus.chain.ChainConsensus;
import io.hybridycsb.veritas.core.node.Node;
import io.hybridycsb.veritas.core.snapshot.SnapshotDirectory;
import io.hybridycsb.veritas.core.snapshot.Snapshots;
import io.hybridycsb.veritas.core.spi.StateSource;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.proto.Transaction;
import io.hybridycsb.veritas.server.VeritasSystem;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A node's part in the chain: the application of its CometBFT, and the calls to CometBFT. */
final class ChainOrdering implements VeritasSystem.Ordering {
  private static final Duration RPC_DEADLINE = Duration.ofSeconds(5);
  private static final long POLL_MS = 20;

  private final ValidatorSet validators;
  private final Optional<ClientTls> peerTls;
  private final PeerAddresses addresses;
  private final SocketAddress listen;
  private final CometBftRpc rpc;
  private final SnapshotDirectory snapshotDirectory;
  private final long snapshotInterval;
  private final int gatherMs;
  private final List<NodePeer> peers = new ArrayList<>();
  private byte[] rules;
  private ChainConsensus consensus;
  private ChainCertificates certificates;
  private TurnCaller turns;
  private StateSync sync;
  private StateQueries queries;
  private AbciServer server;

  /**
   * @param peerTls for connections to the other nodes; empty: plain ones
   * @param addresses of the other nodes
   * @param listen where CometBFT connects to
   * @param rpc where CometBFT answers
   * @param snapshots where they are kept
   * @param snapshotInterval blocks of the ledger from one to the next; 0: none are taken
   * @throws io.hybridycsb.veritas.core.spi.StoreException if the snapshots can't be read
   */
  ChainOrdering(
      ValidatorSet validators,
      Optional<ClientTls> peerTls,
      PeerAddresses addresses,
      SocketAddress listen,
      InetSocketAddress rpc,
      Path snapshots,
      long snapshotInterval,
      int gatherMs) {
    this.validators = validators;
    this.peerTls = peerTls;
    this.addresses = addresses;
    this.listen = listen;
    this.rpc = new CometBftRpc(rpc, RPC_DEADLINE);
    this.snapshotDirectory = new SnapshotDirectory(snapshots);
    this.snapshotInterval = snapshotInterval;
    this.gatherMs = gatherMs;
  }

  @Override
  public StateSource states() {
    return snapshotDirectory;
  }

  @Override
  public Consensus.Factory consensus() {
    return this::make;
  }

  private Consensus make(NodeContext node) {
    rules = node.self().rules().hash();
    certificates = new ChainCertificates(rpc, node.data().ledger(), () -> consensus.committed());
    consensus = new ChainConsensus(node, certificates, gatherMs);
    turns =
        new TurnCaller(
            node.self().name(),
            rpc::broadcastAsync,
            () -> consensus.hasWaiting() || sync.needsBlocks(),
            new SecureRandom().nextLong());
    sync =
        new StateSync(
            node.data(),
            consensus,
            snapshotDirectory,
            snapshotInterval,
            turns::wake,
            Snapshots.thread());
    queries = new StateQueries(node.data(), consensus, sync);
    for (ClusterConfig.Member other : node.self().cluster().nodes()) {
      if (!other.name().equals(node.self().name())) {
        peers.add(
            new NodePeer(
                other.name(),
                addresses.of(other),
                peerTls,
                node.self().cluster().cluster(),
                node.self().key()));
      }
    }
    consensus.whenAdmitted(this::admitted);
    return consensus;
  }

  /** Sends them to the other nodes, one of which may propose next, and asks for a block. */
  private void admitted(List<CheckedTransaction> transactions) {
    List<Transaction> messages = transactions.stream().map(CheckedTransaction::message).toList();
    peers.forEach(peer -> peer.forward(messages));
    turns.wake();
  }

  @Override
  public void start(Node node) throws IOException {
    VeritasApplication application =
        new VeritasApplication(node.name(), validators, rules, consensus, turns, sync, queries);
    server = AbciServer.start(listen, application, node::fail);
    node.run("turns", turns);
    node.run("certificates", certificates);
    node.run("catch-up", this::awaitCaughtUp);
  }

  /** CometBFT answers its RPC once it has replayed its blocks into the application. */
  private void awaitCaughtUp() {
    try {
      while (true) {
        try {
          if (!rpc.status().catchingUp()) {
            consensus.markCaughtUp();
            return;
          }
        } catch (CometBftException e) {
          // Not up yet; callers that wait for the node have a deadline.
        }
        TimeUnit.MILLISECONDS.sleep(POLL_MS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    peers.forEach(NodePeer::close);
    if (sync != null) {
      sync.close();
    }
    if (server != null) {
      server.close();
    }
  }
}
