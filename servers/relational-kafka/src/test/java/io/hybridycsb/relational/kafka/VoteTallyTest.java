package io.hybridycsb.relational.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.relational.kafka.VoteTally.Verdict;
import io.hybridycsb.verification.Hash;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VoteTallyTest {
  private final VoteTally tally = new VoteTally(4);

  private static BlockHash block(long height, String hash) {
    return new BlockHash(height, hash(hash));
  }

  /** A hash that begins with these characters. */
  static Hash hash(String begin) {
    return Hash.of(Arrays.copyOf(begin.getBytes(StandardCharsets.US_ASCII), Hash.BYTES));
  }

  @Test
  void moreThanHalfOfTheNodesDecide() {
    assertThat(tally.add("a", block(1, "x"))).isEmpty();
    assertThat(tally.add("b", block(1, "x"))).isEmpty();
    assertThat(tally.add("c", block(1, "x")))
        .contains(new Verdict.Decided(block(1, "x"), List.of("a", "b", "c")));
    assertThat(tally.decidedHeight()).isEqualTo(1);
    assertThat(VoteTally.majority(3)).isEqualTo(2);
    assertThat(VoteTally.majority(1)).isEqualTo(1);
  }

  @Test
  void aNodesFirstVoteForABlockCounts() {
    tally.add("a", block(1, "x"));
    tally.add("a", block(1, "y"));
    tally.add("b", block(1, "y"));
    assertThat(tally.add("c", block(1, "y"))).isEmpty();
    assertThat(tally.add("d", block(1, "y")))
        .contains(new Verdict.Decided(block(1, "y"), List.of("b", "c", "d")));
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
    assertThat(tally.add("c", block(1, "x"))).isEmpty();
    Verdict verdict = tally.add("d", block(1, "y")).orElseThrow();
    assertThat(verdict)
        .isEqualTo(
            new Verdict.Undecidable(
                1,
                Map.of(
                    hash("x"), List.of("a", "c"),
                    hash("y"), List.of("b", "d"))));
    assertThat(VoteTally.shown(((Verdict.Undecidable) verdict).nodes()))
        .isEqualTo("7800000000000000… on a, c; 7900000000000000… on b, d");
  }
}
