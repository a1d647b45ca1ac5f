package io.hybridycsb.relational.tendermint;

import io.hybridycsb.cometbft.abci.AbciServer;
import io.hybridycsb.cometbft.rpc.CometBftException;
import io.hybridycsb.cometbft.rpc.CometBftRpc;
import io.hybridycsb.relational.node.NodeParts;
import io.hybridycsb.relational.node.Ordering;
import io.hybridycsb.relational.node.database.BlockTransaction;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** The chain as a node sees it: its own CometBFT. */
final class ChainOrdering implements Ordering {
  private static final Duration RPC_DEADLINE = Duration.ofSeconds(5);

  /** What the mempool says of a transaction that it has, or has had. */
  private static final String IN_CACHE = "already exists in cache";

  private static final String FULL = "mempool is full";

  private final NodeParts node;
  private final CometBftRpc rpc;
  private AbciServer server;

  /** Nothing is connected to before it is needed. */
  ChainOrdering(NodeParts node) {
    this.node = node;
    rpc = new CometBftRpc(node.settings().get(RelationalTm.RPC), RPC_DEADLINE);
    node.blocks().commits().decided(node.blocks().database().height());
  }

  @Override
  public boolean take(BlockTransaction transaction, byte[] bytes) {
    try {
      rpc.broadcastAsync(bytes);
      return true;
    } catch (CometBftException e) {
      if (e.getMessage().contains(IN_CACHE)) {
        return false;
      }
      throw e.getMessage().contains(FULL)
          ? NotTaken.busy("CometBFT's mempool is full; try again later")
          : NotTaken.unreachable(e);
    }
  }

  @Override
  public void start() throws IOException {
    server =
        AbciServer.start(
            node.settings().get(RelationalTm.ABCI),
            new RelationalApplication(node.rules(), node.blocks()),
            node.ended());
  }

  /** CometBFT answers its RPC once it has replayed its blocks into the application. */
  @Override
  public Optional<String> behind() {
    try {
      return rpc.status().catchingUp()
          ? Optional.of("CometBFT is still fetching blocks")
          : Optional.empty();
    } catch (CometBftException e) {
      return Optional.of(e.getMessage());
    }
  }

  @Override
  public void close() {
    if (server != null) {
      server.close();
    }
  }
}
