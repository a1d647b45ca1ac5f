package io.hybridycsb.it.quorum;

import io.hybridycsb.it.LocalCluster;
import io.hybridycsb.it.TransactionLossTests;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("quorum")
class QuorumTransactionLossIT extends TransactionLossTests {
  @RegisterExtension private static final LocalCluster CLUSTER = QuorumCluster.raft();

  @Override
  protected Map<String, String> properties() {
    return QuorumCluster.LINEARIZABLE;
  }

  @Override
  protected int commits() {
    return 50;
  }

  @Override
  protected int transactionsOfClient() {
    return 400;
  }
}
