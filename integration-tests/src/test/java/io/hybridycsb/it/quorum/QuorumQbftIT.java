package io.hybridycsb.it.quorum;

import io.hybridycsb.it.LocalCluster;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("quorum")
class QuorumQbftIT extends SealedBlocksTests {
  @RegisterExtension private static final LocalCluster CLUSTER = QuorumCluster.sealed("qbft");
}
