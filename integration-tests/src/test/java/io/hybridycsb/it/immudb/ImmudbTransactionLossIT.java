package io.hybridycsb.it.immudb;

import io.hybridycsb.it.LocalCluster;
import io.hybridycsb.it.TransactionLossTests;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("immudb")
class ImmudbTransactionLossIT extends TransactionLossTests {
  @RegisterExtension private static final LocalCluster CLUSTER = new ImmudbCluster();

  @Override
  protected boolean goesOnWithoutThem() {
    return false;
  }
}
