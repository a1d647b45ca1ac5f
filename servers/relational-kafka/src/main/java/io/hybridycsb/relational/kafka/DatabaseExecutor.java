package io.hybridycsb.relational.kafka;

import com.google.protobuf.ByteString;
import io.hybridycsb.relational.node.NodeParts;
import io.hybridycsb.relational.node.database.BlockTransaction;
import io.hybridycsb.relational.node.database.ExecutedBlock;
import io.hybridycsb.relational.node.database.Snapshot;
import io.hybridycsb.relational.node.database.SnapshotConnection;
import io.hybridycsb.verification.Hash;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Executes blocks in the node's database. */
record DatabaseExecutor(NodeParts node) implements BlockExecutor {
  private static final Logger LOG = LoggerFactory.getLogger(DatabaseExecutor.class);

  private static final int IDLE_MS = 10_000;

  @Override
  public List<BlockHash> lastBlocks(int count) {
    try (SnapshotConnection connection = SnapshotConnection.open(node.databaseOptions(), IDLE_MS);
        Snapshot snapshot = connection.begin()) {
      return snapshot.lastBlocks(count).stream()
          .map(block -> new BlockHash(block.height(), Hash.of(block.appHash())))
          .toList();
    }
  }

  @Override
  public Optional<Hash> execute(LogItem.Block block) {
    List<BlockTransaction> transactions = new ArrayList<>(block.transactions().size());
    for (ByteString each : block.transactions()) {
      try {
        transactions.add(node.blocks().checks().read(each.toByteArray()));
      } catch (IllegalArgumentException e) {
        LOG.warn("a transaction of block {} has no effect: {}", block.height(), e.getMessage());
      }
    }
    if (transactions.isEmpty()) {
      return Optional.empty();
    }
    ExecutedBlock executed = node.blocks().execute(block.height(), transactions);
    node.blocks().commit(executed, transactions);
    return Optional.of(Hash.of(executed.appHash()));
  }

  @Override
  public void decided(long height) {
    node.blocks().commits().decided(height);
  }
}
