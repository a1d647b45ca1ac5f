package io.hybridycsb.blockchaindb.server.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.blockchaindb.proto.ProofRequest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProofDepthTest {
  /** Unless the newest block isn't so far: then it is of that one. */
  @ParameterizedTest
  @CsvSource({
    "1, 0, 50, 1",
    "3, 48, 50, 2",
    "3, 50, 50, 0",
    "3, 60, 50, 0",
    "3, 0, 2, 1",
    "3, 0, 0, 0",
    "3, -1, 50, 3"
  })
  void aProofIsOfNoBlockBeforeTheFirstThatIsSealedNorBeforeTheOneAskedFor(
      int depth, long fromBlock, long newest, int expected) {
    ProofRequest request =
        ProofRequest.newBuilder().setDepth(depth).setFromBlock(fromBlock).build();

    assertThat(ShardService.depth(request, newest)).isEqualTo(expected);
  }
}
