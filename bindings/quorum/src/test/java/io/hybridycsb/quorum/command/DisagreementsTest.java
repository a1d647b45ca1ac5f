package io.hybridycsb.quorum.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.quorum.command.ChainAudit.Chain;
import io.hybridycsb.records.StateKey;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class DisagreementsTest {
  private static Chain chain(String node, Map<String, String> records) {
    SortedMap<byte[], byte[]> digests = new TreeMap<>(Arrays::compareUnsigned);
    records.forEach((key, digest) -> digests.put(StateKey.of("t", key), digest.getBytes()));
    return new Chain(node, digests, records.size());
  }

  @Test
  void theFewerAreNamedWithTheRecord() {
    assertThat(
            Disagreements.of(
                List.of(
                    chain("node1", Map.of("ada", "lie", "bob", "1")),
                    chain("node2", Map.of("ada", "truth", "bob", "1")),
                    chain("node3", Map.of("ada", "truth")))))
        .containsExactly(
            "node1: t/ada is another record than in most nodes",
            "node3: t/bob is another record than in most nodes");
  }

  @Test
  void aRemovedRecordIsNotOneThatNeverWas() {
    assertThat(
            Disagreements.of(
                List.of(
                    chain("node1", Map.of("ada", "")),
                    chain("node2", Map.of("ada", "")),
                    chain("node3", Map.of()))))
        .containsExactly("node3: t/ada is another record than in most nodes");
  }

  @Test
  void nodesThatHoldTheSameAgree() {
    assertThat(
            Disagreements.of(
                List.of(
                    chain("node1", Map.of("ada", "truth")),
                    chain("node2", Map.of("ada", "truth")))))
        .isEmpty();
  }
}
