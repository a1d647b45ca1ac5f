package io.hybridycsb.veritas.tendermint;

import io.hybridycsb.tls.ClientTls;
import io.hybridycsb.tls.TlsFiles;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.cluster.ValidatorSet;
import io.hybridycsb.veritas.server.Addresses;
import io.hybridycsb.veritas.server.NodeSettings;
import io.hybridycsb.veritas.server.VeritasCommand;
import io.hybridycsb.veritas.server.VeritasSystem;
import io.hybridycsb.veritas.server.audit.BlockAttestation;
import java.util.Map;
import java.util.Optional;

/** The command of Veritas over CometBFT: its nodes, and what people ask of them. */
public final class VeritasTm implements VeritasSystem {
  private static final String LISTEN = "abci.listen";
  private static final String SNAPSHOT_INTERVAL = "snapshot.interval";
  private static final String PEERS = "peer.addresses";
  private static final String RPC = "cometbft.rpc";

  private VeritasTm() {}

  public static void main(String[] args) {
    VeritasCommand.main(new VeritasTm(), args);
  }

  @Override
  public String name() {
    return "veritas-tm";
  }

  @Override
  public Map<String, String> properties() {
    return Map.of(
        LISTEN,
        "127.0.0.1:26658",
        RPC,
        "127.0.0.1:26657",
        PEERS,
        "",
        SNAPSHOT_INTERVAL,
        "10000",
        // A block of the chain costs far more than one of a log: what waits goes into the next.
        "block.transactions.max",
        "10000",
        "block.bytes.max",
        "1048576",
        "block.linger.ms",
        "20");
  }

  @Override
  public Ordering open(NodeSettings settings, ClusterConfig cluster) {
    return new ChainOrdering(
        validators(cluster),
        peerTls(settings.tls(), cluster),
        PeerAddresses.parse(PEERS, settings.text(PEERS), cluster),
        Addresses.parse(LISTEN, settings.text(LISTEN)),
        Addresses.parse(RPC, settings.text(RPC)),
        settings.path("data.dir").resolve("snapshots"),
        settings.number(SNAPSHOT_INTERVAL, 0, 1_000_000_000));
  }

  /** Nodes that are connected to by TLS connect to each other by it, too. */
  static Optional<ClientTls> peerTls(TlsFiles files, ClusterConfig cluster) {
    if (files.certificate().isEmpty() || cluster.nodes().size() == 1) {
      return Optional.empty();
    }
    if (files.ca().isEmpty()) {
      throw new IllegalArgumentException(
          "tls.certificate needs tls.ca: the CA by which the nodes know each other");
    }
    return ClientTls.of(files);
  }

  private static ValidatorSet validators(ClusterConfig cluster) {
    return cluster
        .validators()
        .orElseThrow(() -> new IllegalArgumentException("cluster.json names no \"validators\""));
  }

  @Override
  public BlockAttestation attestation(ClusterConfig cluster, Map<String, NodeSettings> nodes) {
    return new ChainAttestation(
        validators(cluster),
        nodes.values().stream().map(node -> Addresses.parse(RPC, node.text(RPC))).toList());
  }
}
