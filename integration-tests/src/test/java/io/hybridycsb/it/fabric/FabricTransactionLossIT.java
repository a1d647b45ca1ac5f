package io.hybridycsb.it.fabric;

import io.hybridycsb.it.LocalCluster;
import io.hybridycsb.it.TransactionLossTests;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("fabric")
class FabricTransactionLossIT extends TransactionLossTests {
  @RegisterExtension
  private static final LocalCluster CLUSTER =
      new FabricCluster(2).with("orderers", "3").with("endorsement", "any");

  @Override
  protected List<List<String>> losses() {
    return List.of(List.of("node1", "orderer1"), List.of("node2", "chaincode2"));
  }

  @Override
  protected int commits() {
    return 60;
  }

  @Override
  protected int transactionsOfClient() {
    return 300;
  }

  /** A transaction that only reads is evaluated on one peer, which may lag behind. */
  @Override
  protected String model() {
    return "serializable";
  }
}
