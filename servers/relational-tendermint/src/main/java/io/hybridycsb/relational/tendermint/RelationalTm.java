package io.hybridycsb.relational.tendermint;

import io.hybridycsb.cometbft.rpc.SignedHeaders;
import io.hybridycsb.commands.Program;
import io.hybridycsb.relational.node.NodeParts;
import io.hybridycsb.relational.node.Ordering;
import io.hybridycsb.relational.node.RelationalSystem;
import io.hybridycsb.relational.node.skip.SkipSigners;
import io.hybridycsb.settings.Form;
import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.Settings;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.cluster.ValidatorSet;
import io.hybridycsb.veritas.crypto.SigningKey;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Path;
import java.util.List;

/** The command of a relational blockchain over CometBFT, for its nodes and their users. */
public final class RelationalTm implements RelationalSystem {
  static final Property<SocketAddress> ABCI =
      Property.of(
          "abci.listen", Form.socketAddress(), "127.0.0.1:26658", "where CometBFT connects to");
  static final Property<InetSocketAddress> RPC =
      Property.of("cometbft.rpc", Form.address(), "127.0.0.1:26657", "where CometBFT answers");

  RelationalTm() {}

  public static void main(String[] args) {
    Program.main(args, () -> new RelationalTm().program());
  }

  @Override
  public String name() {
    return "relational-tm";
  }

  @Override
  public List<Property<?>> properties() {
    return Property.declaredIn(RelationalTm.class);
  }

  @Override
  public String chainId(ClusterConfig cluster) {
    return validators(cluster).chainId();
  }

  private static ValidatorSet validators(ClusterConfig cluster) {
    return cluster
        .validators()
        .orElseThrow(() -> new IllegalArgumentException("cluster.json names no \"validators\""));
  }

  @Override
  public Ordering ordering(NodeParts node) {
    return new ChainOrdering(node);
  }

  @Override
  public SkipSigners skipSigners(ClusterConfig cluster) {
    return SkipSigners.of(validators(cluster));
  }

  @Override
  public SigningKey skipKey(Path file) {
    return ValidatorKey.read(file);
  }

  @Override
  public SignedHashes signed(ClusterConfig cluster, List<Settings> nodes) {
    return new SignedHeaders(
            validators(cluster), nodes.stream().map(settings -> settings.get(RPC)).toList())
        ::appHashAfter;
  }
}
