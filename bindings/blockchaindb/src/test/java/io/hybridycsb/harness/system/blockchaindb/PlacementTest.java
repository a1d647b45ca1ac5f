package io.hybridycsb.harness.system.blockchaindb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.HarnessException;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class PlacementTest {
  @Property
  void everyShardHasItsNodesAndEveryNodeItsFairShare(
      @ForAll @IntRange(min = 1, max = 64) int nodes,
      @ForAll @IntRange(min = 1, max = 16) int shards,
      @ForAll @IntRange(min = 1, max = 4) int sealers) {
    Placement placement = Placement.sparing(nodes, Math.min(shards, nodes), sealers);

    for (int shard = 1; shard <= placement.shards(); shard++) {
      List<Integer> holders = placement.holders(shard);
      assertThat(holders).doesNotHaveDuplicates().hasSize(placement.replicas());
      assertThat(holders).allMatch(node -> node >= 1 && node <= nodes);
      assertThat(holders).hasSizeGreaterThanOrEqualTo(Math.min(sealers, nodes));
      for (int node : holders) {
        assertThat(placement.heldBy(node)).contains(shard);
      }
    }
    IntSummaryStatistics held =
        IntStream.rangeClosed(1, nodes)
            .map(node -> placement.heldBy(node).size())
            .summaryStatistics();
    assertThat(held.getMin()).isPositive();
    assertThat(held.getMax() - held.getMin()).isLessThanOrEqualTo(1);
    assertThat(held.getSum()).isEqualTo((long) placement.shards() * placement.replicas());
  }

  @Test
  void aNodeHoldsItsPartOfTheShards() {
    assertThat(Placement.sparing(12, 4, 3).holders(2)).containsExactly(4, 5, 6);
    assertThat(Placement.sparing(4, 1, 3).heldBy(4)).containsExactly(1);
    assertThat(new Placement(4, 4, 1).heldBy(3)).containsExactly(3);
  }

  @Test
  void fewerSealersThanGoOnWithoutOneAreOnlyTakenIfAskedFor() {
    assertThat(Placement.sparing(4, 2, 3).replicas()).isEqualTo(3);
    assertThat(Placement.sparing(2, 2, 3).replicas()).isEqualTo(2);
    assertThat(new Placement(4, 2, 2).replicas()).isEqualTo(2);
  }

  @Test
  void whatCannotBePlacedIsRefusedWithTheReason() {
    assertThatThrownBy(() -> Placement.sparing(4, 5, 3))
        .isInstanceOf(HarnessException.class)
        .hasMessage("there are as many shards as nodes at most; 5 are too many for 4 nodes");
    assertThatThrownBy(() -> new Placement(4, 2, 5))
        .isInstanceOf(HarnessException.class)
        .hasMessage("5 nodes can't hold a shard (shard.replicas): there are 4 nodes");
    assertThatThrownBy(() -> new Placement(4, 2, 1))
        .isInstanceOf(HarnessException.class)
        .hasMessage("2 shards on 1 nodes each (shard.replicas) leave 2 of 4 nodes without a shard");
  }
}
