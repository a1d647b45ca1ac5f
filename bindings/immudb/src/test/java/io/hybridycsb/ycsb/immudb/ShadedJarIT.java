package io.hybridycsb.ycsb.immudb;

import io.hybridycsb.ycsb.support.BindingJarContract;
import java.util.Map;
import org.junit.jupiter.api.Tag;

@Tag("immudb")
class ShadedJarIT extends BindingJarContract {
  ShadedJarIT() {
    super(
        "immudb",
        ImmudbDb.class.getName(),
        "immudb at " + NOBODY + " can't be used: nobody listens there",
        "immudb.adress");
  }

  @Override
  protected Map<String, String> absentCluster() {
    return Map.of("immudb.address", NOBODY);
  }
}
