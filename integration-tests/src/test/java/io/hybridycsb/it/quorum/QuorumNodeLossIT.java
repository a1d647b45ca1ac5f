package io.hybridycsb.it.quorum;

import io.hybridycsb.it.LocalCluster;
import io.hybridycsb.it.NodeLossTests;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("quorum")
class QuorumNodeLossIT extends NodeLossTests {
  @RegisterExtension private static final LocalCluster CLUSTER = QuorumCluster.raft();

  @Override
  protected Map<String, String> loadProperties() {
    return QuorumCluster.LINEARIZABLE;
  }

  @Override
  protected int commits() {
    return 200;
  }

  @Override
  protected int operationsOfClient() {
    return 2_000;
  }
}
