package io.hybridycsb.relational.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SignedBytesTest {
  @Test
  void transactionsAreSignedForOnePurposeAndOneCluster() {
    assertThat(SignedCalls.signedBytes("shop", "body".getBytes(UTF_8)))
        .asString(UTF_8)
        .isEqualTo("relational transaction\nshop\nbody");
  }
}
