package io.hybridycsb.relational.node.audit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The timeout is 10. */
class HeightsTest {
  private final Heights heights = new Heights(10);

  private void saw(long nowNs, long... all) {
    for (int i = 0; i < all.length; i++) {
      heights.saw("node" + (i + 1), all[i], nowNs);
    }
  }

  @Test
  void moreThanHalfHaveReachedTheReference() {
    saw(0, 9, 5, 7);
    assertThat(heights.reached()).isEqualTo(7);
    saw(0, 9, 5, 7, 8);
    assertThat(heights.reached()).isEqualTo(7);
    heights.failed("node2", 0);
    assertThat(heights.reached()).isEqualTo(8);
  }

  @Test
  void oneThatClaimsAGreatHeightIsLostAndNotTheOthers() {
    saw(0, 1_000_000, 5, 5);
    assertThat(heights.lost(9, true)).isEmpty();
    assertThat(heights.lost(10, true)).containsExactly("node1");

    saw(10, 1_000_000, 6, 7);
    assertThat(heights.lost(10, true)).isEmpty();
    assertThat(heights.lost(10, false)).containsExactly("node1");
  }

  @Test
  void oneThatRisesIsNotLost() {
    saw(0, 9, 9, 1);
    saw(10, 9, 9, 2);
    assertThat(heights.lost(19, true)).isEmpty();
    assertThat(heights.lost(20, true)).containsExactly("node3");
  }

  @Test
  void thoseThatStandAreLostWhenTheOthersGoOn() {
    saw(0, 5, 5, 5, 5);
    saw(10, 5, 5, 6, 6);
    assertThat(heights.reached()).isEqualTo(5);
    assertThat(heights.lost(10, true)).containsExactly("node1", "node2");
  }

  @Test
  void whoeverCannotBeReadIsLostEvenIfNobodyCan() {
    heights.failed("node1", 0);
    heights.failed("node2", 5);
    assertThat(heights.lost(10, true)).containsExactly("node1");
    assertThat(heights.lost(15, true)).containsExactly("node1", "node2");
  }

  @Test
  void oneThatRisesAboveMostDoesNotEvictThem() {
    saw(0, 1_000, 5, 5);
    saw(10, 1_001, 5, 5);
    assertThat(heights.lost(10, true)).isEmpty();
    assertThat(heights.lost(10, false)).isEmpty();
    assertThat(heights.farthest()).isEqualTo("node1");

    saw(10, 1_001, 6, 7);
    assertThat(heights.farthest()).isEqualTo("node1");
    saw(11, 7, 6, 6);
    assertThat(heights.farthest()).isEqualTo("node1");
  }

  @Test
  void ofThoseThatHaveStoppedTheMostOfOneHeightAreKept() {
    saw(0, 10, 10, 9, 8);
    assertThat(heights.lost(10, true)).containsExactly("node3", "node4");
  }

  @Test
  void oneThatIsLateAndOneThatClaimsItsHeightDoNotEvictTheOthers() {
    saw(0, 10, 10, 9, 9);
    assertThat(heights.lost(10, true)).containsExactly("node3", "node4");
  }

  @Test
  void aHeightThatOneNodeAloneClaimsIsNotTheReferenceWhereAllDiffer() {
    saw(0, 1_000_000, 6, 5);
    assertThat(heights.lost(10, true)).containsExactly("node1", "node3");
    heights.failed("node3", 10);
    assertThat(heights.lost(20, true)).containsExactly("node1", "node3");
  }

  @Test
  void aNodeMayClaimAnyHeight() {
    saw(0, -1, 5, 5);
    assertThat(heights.isReadable("node1")).isTrue();
    assertThat(heights.lost(10, true)).containsExactly("node1");
    saw(20, Long.MAX_VALUE, 5, 5);
    assertThat(heights.farthest()).isEqualTo("node1");
    saw(30, Long.MIN_VALUE, 5, 5);
    assertThat(heights.isReadable("node1")).isTrue();
    heights.failed("node1", 31);
    assertThat(heights.isReadable("node1")).isFalse();
  }
}
