package io.hybridycsb.veritas.tendermint;

import io.hybridycsb.cometbft.rpc.SignedHeaders;
import io.hybridycsb.commands.Program;
import io.hybridycsb.settings.Form;
import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.Settings;
import io.hybridycsb.tls.ClientTls;
import io.hybridycsb.tls.TlsFiles;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.cluster.ValidatorSet;
import io.hybridycsb.veritas.core.ledger.LedgerBlocks;
import io.hybridycsb.veritas.server.NodeProperties;
import io.hybridycsb.veritas.server.VeritasCommand;
import io.hybridycsb.veritas.server.VeritasSystem;
import io.hybridycsb.veritas.server.audit.BlockAttestation;
import io.hybridycsb.veritas.server.audit.BlockUnderAudit;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/** The command of Veritas over CometBFT, for its nodes and their users. */
public final class VeritasTm implements VeritasSystem {
  private static final Property<SocketAddress> LISTEN =
      Property.of(
          "abci.listen", Form.socketAddress(), "127.0.0.1:26658", "where CometBFT connects to");
  private static final Property<InetSocketAddress> RPC =
      Property.of("cometbft.rpc", Form.address(), "127.0.0.1:26657", "where CometBFT answers");
  private static final Property<String> PEERS =
      Property.text(
          "peer.addresses",
          "NAME=HOST:PORT,...",
          "",
          "where other nodes are, as NAME=HOST:PORT,..., if not where cluster.json says");
  private static final Property<Integer> SNAPSHOT_INTERVAL =
      Property.integer(
          "snapshot.interval",
          10_000,
          0,
          1_000_000_000,
          "blocks of the ledger from one snapshot to the next; 0: none");

  private static final Property<Integer> BLOCK_LINGER_MS =
      Property.integer(
          "block.linger.ms",
          20,
          0,
          60_000,
          "how long a proposer waits for more transactions, at most");

  VeritasTm() {}

  public static void main(String[] args) {
    Program.main(args, () -> VeritasCommand.of(new VeritasTm()));
  }

  @Override
  public String name() {
    return "veritas-tm";
  }

  @Override
  public List<Property<?>> properties() {
    // A block of the chain costs far more than one of a log, so waiting transactions are gathered.
    return List.of(
        LISTEN,
        RPC,
        PEERS,
        SNAPSHOT_INTERVAL,
        NodeProperties.BLOCK_TRANSACTIONS_MAX.withDefault("10000"),
        NodeProperties.BLOCK_BYTES_MAX.withDefault("1048576"),
        BLOCK_LINGER_MS);
  }

  @Override
  public Supplier<Ordering> ordering(Settings settings, ClusterConfig cluster) {
    ValidatorSet validators = validators(cluster);
    Optional<ClientTls> peerTls = peerTls(NodeProperties.tls(settings), cluster);
    PeerAddresses peers = settings.get(PEERS, PeerAddresses.form(cluster));
    SocketAddress listen = settings.get(LISTEN);
    InetSocketAddress rpc = settings.get(RPC);
    Path snapshots = settings.get(NodeProperties.DATA_DIR).resolve("snapshots");
    int interval = settings.get(SNAPSHOT_INTERVAL);
    int gatherMs = settings.get(BLOCK_LINGER_MS);
    return () ->
        new ChainOrdering(validators, peerTls, peers, listen, rpc, snapshots, interval, gatherMs);
  }

  /** Nodes that serve clients over TLS also connect to each other over TLS. */
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
  public BlockAttestation attestation(ClusterConfig cluster, Map<String, Settings> nodes) {
    return new ChainAttestation(
        validators(cluster), nodes.values().stream().map(node -> node.get(RPC)).toList());
  }

  /** Blocks whose hash is the application hash in the chain's next header, which is signed. */
  static final class ChainAttestation implements BlockAttestation {
    private final SignedHeaders headers;

    ChainAttestation(ValidatorSet validators, List<InetSocketAddress> rpcs) {
      headers = new SignedHeaders(validators, rpcs);
    }

    @Override
    public int format() {
      return LedgerBlocks.FORMAT_PLACES;
    }

    @Override
    public List<String> check(BlockUnderAudit block, LongFunction<byte[]> hashAt) {
      try {
        byte[] signed = headers.appHashAfter(block.header().getPosition());
        return Arrays.equals(signed, block.hash())
            ? List.of()
            : List.of("the validators have signed another block than this one");
      } catch (IllegalStateException e) {
        return List.of("no signatures of the validators attest it: " + e.getMessage());
      }
    }
  }
}
