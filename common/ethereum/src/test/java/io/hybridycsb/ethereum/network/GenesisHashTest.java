package io.hybridycsb.ethereum.network;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hybridycsb.ethereum.chain.Consensus;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GenesisHashTest {
  /** First blocks of networks of four, and what GoQuorum 22.7.4 says that their hashes are. */
  @ParameterizedTest
  @EnumSource(names = {"RAFT", "IBFT", "QBFT"})
  void theHashIsTheOneThatNodesGiveTheBlock(Consensus consensus) throws Exception {
    JsonNode recorded =
        new ObjectMapper()
            .readTree(GenesisHashTest.class.getResource(consensus.word() + "-genesis.json"));

    assertThat("0x" + Genesis.hash(consensus, (ObjectNode) recorded.get("genesis")))
        .isEqualTo(recorded.get("hash").asText());
  }
}
