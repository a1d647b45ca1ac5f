package io.hybridycsb.veritas.core.consensus.log;

import static io.hybridycsb.veritas.core.consensus.log.Votes.attesting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.veritas.core.ledger.Ledger;
import io.hybridycsb.veritas.core.spi.InMemoryLedgerStore;
import io.hybridycsb.veritas.proto.BlockHeader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DivergenceCheckTest {
  private static final byte[] WRONG = new byte[32];
  private final Ledger ledger = new Ledger(new InMemoryLedgerStore());
  private final DivergenceCheck check = new DivergenceCheck("a", 3, ledger);

  @BeforeEach
  void threeBlocks() {
    for (int height = 1; height <= 3; height++) {
      ledger.extend(BlockHeader.newBuilder().setHeight(height).build().toByteArray());
    }
  }

  private boolean agrees(String voter, long height) {
    return check.agrees(attesting(voter, height, ledger.hash(height)));
  }

  @Test
  void theSameHashAgreesAlsoBeforeTheFirstBlock() {
    assertThat(agrees("b", 3)).isTrue();
    assertThat(agrees("b", 0)).isTrue();
  }

  @Test
  void aMinorityWithAnotherLedgerIsOnlyNotCounted() {
    assertThat(check.agrees(attesting("b", 2, WRONG))).isFalse();
    assertThat(check.agrees(attesting("b", 3, WRONG))).isFalse();
  }

  @Test
  void aMajorityOfTheOthersStopsTheNodeAndTheHeightIsNamed() {
    check.agrees(attesting("b", 2, WRONG));
    assertThatThrownBy(() -> check.agrees(attesting("c", 2, WRONG)))
        .isInstanceOf(DivergedException.class)
        .hasMessageContaining("node a stops at height 2")
        .hasMessageContaining("b, c");
  }

  @Test
  void aNodesOwnWrongVotesOfEarlierDoNotStopItWhenThereAreOthers() {
    assertThat(check.agrees(attesting("a", 2, WRONG))).isFalse();
    assertThat(check.agrees(attesting("b", 2, WRONG))).isFalse();
  }

  @Test
  void aNodeAloneStopsAtItsOwnWrongVote() {
    DivergenceCheck alone = new DivergenceCheck("a", 1, ledger);
    assertThatThrownBy(() -> alone.agrees(attesting("a", 2, WRONG)))
        .isInstanceOf(DivergedException.class)
        .hasMessageContaining("height 2");
  }

  @Test
  void aNodeThatWasRepairedIsNoLongerHeldAgainstAnotherOne() {
    check.agrees(attesting("b", 2, WRONG));
    assertThat(agrees("b", 1)).isTrue();
    assertThat(agrees("b", 2)).isTrue();
    assertThat(check.agrees(attesting("c", 2, WRONG))).isFalse();
  }
}
