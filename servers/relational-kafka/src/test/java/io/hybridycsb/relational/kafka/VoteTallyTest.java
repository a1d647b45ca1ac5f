package io.hybridycsb.relational.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.hybridycsb.relational.kafka.VoteTally.Verdict;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VoteTallyTest {
  private final VoteTally tally = new VoteTally(4);

  private static BlockHash block(long height, String hash) {
    return new BlockHash(height, ByteString.copyFromUtf8(hash));
  }

  @Test
  void moreThanHalfOfTheNodesDecide() {
    assertThat(tally.add("a", block(1, "x"))).isEqualTo(new Verdict.Open());
    assertThat(tally.add("b", block(1, "x"))).isEqualTo(new Verdict.Open());
    assertThat(tally.add("c", block(1, "x")))
        .isEqualTo(new Verdict.Decided(block(1, "x"), List.of("a", "b", "c")));
    assertThat(tally.decidedHeight()).isEqualTo(1);
    assertThat(VoteTally.majority(3)).isEqualTo(2);
    assertThat(VoteTally.majority(1)).isEqualTo(1);
  }

  @Test
  void aNodesFirstVoteForABlockCounts() {
    tally.add("a", block(1, "x"));
    tally.add("a", block(1, "y"));
    tally.add("b", block(1, "y"));
    assertThat(tally.add("c", block(1, "y"))).isEqualTo(new Verdict.Open());
    assertThat(tally.add("d", block(1, "y")))
        .isEqualTo(new Verdict.Decided(block(1, "y"), List.of("b", "c", "d")));
  }

  @Test
  void aDecidedBlockDecidesThoseBefore() {
    tally.add("a", block(1, "x"));
    List.of("a", "b", "c").forEach(node -> tally.add(node, block(3, "z")));
    assertThat(tally.decidedHeight()).isEqualTo(3);
    List.of("b", "c", "d").forEach(node -> tally.add(node, block(1, "x")));
    assertThat(tally.decidedHeight()).isEqualTo(3);
  }

  @Test
  void whereNoHashCanHaveAMajorityThatIsTold() {
    tally.add("a", block(1, "x"));
    tally.add("b", block(1, "y"));
    assertThat(tally.add("c", block(1, "x"))).isEqualTo(new Verdict.Open());
    Verdict verdict = tally.add("d", block(1, "y"));
    assertThat(verdict)
        .isEqualTo(
            new Verdict.Undecidable(
                1,
                Map.of(
                    ByteString.copyFromUtf8("x"), List.of("a", "c"),
                    ByteString.copyFromUtf8("y"), List.of("b", "d"))));
    assertThat(VoteTally.shown(((Verdict.Undecidable) verdict).nodes()))
        .isEqualTo("78… on a, c; 79… on b, d");
  }
}
