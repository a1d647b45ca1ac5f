package io.hybridycsb.quorum.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hybridycsb.ethereum.chain.Consensus;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/**
 * Blocks that GoQuorum 22.7.4 has made, and the networks of four that they are from. Those of IBFT
 * and QBFT were sealed in their second round, while the validator whose turn it was was down.
 */
final class RealBlocks {
  private RealBlocks() {}

  /** As of {@code eth_getBlockByNumber}. */
  static JsonNode of(Consensus consensus) throws IOException {
    return json(consensus.word() + "-block");
  }

  /** What a file holds. */
  static JsonNode json(String name) throws IOException {
    try (InputStream in = RealBlocks.class.getResourceAsStream(name + ".json")) {
      return new ObjectMapper().readTree(in);
    }
  }

  static ClusterFile cluster(Consensus consensus) {
    return ClusterFile.read(
        Path.of(
            "src/test/resources/io/hybridycsb/quorum/client", consensus.word() + "-cluster.json"));
  }
}
