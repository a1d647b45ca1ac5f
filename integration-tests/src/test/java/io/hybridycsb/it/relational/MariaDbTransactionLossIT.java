package io.hybridycsb.it.relational;

import io.hybridycsb.it.LocalCluster;
import io.hybridycsb.it.TransactionLossTests;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("databases")
class MariaDbTransactionLossIT extends TransactionLossTests {
  @RegisterExtension private static final LocalCluster CLUSTER = RelationalCluster.mariadb();

  @Override
  protected boolean goesOnWithoutThem() {
    return false;
  }
}
