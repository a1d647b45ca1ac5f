package io.hybridycsb.blockchaindb.server.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.blockchaindb.server.eth.Block;
import io.hybridycsb.ethereum.contract.Written;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SendWindowTest {
  private static final long FIRST = SendWindow.BYTES_FIRST;
  private static final int WRITERS = 8;

  private long nowMs;
  private long number;
  private final SendWindow window =
      new SendWindow(1, WRITERS, () -> TimeUnit.MILLISECONDS.toNanos(nowMs));

  /** What each block holds. */
  private byte[] record = {};

  private Block block(long number, boolean inTurn) {
    List<Written> writes = List.of(new Written(new byte[0], record));
    return new Block(
        number,
        "h" + number,
        "",
        new Block.Gas(1, 0),
        inTurn,
        new byte[0],
        Map.of(),
        new Block.Changes(writes, List.of()));
  }

  private void comes(long afterMs, boolean inTurn) {
    nowMs += afterMs;
    number++;
    window.chainChanged(List.of(), List.of(block(number, inTurn)));
  }

  /** As much is underway as may be, and a block comes. */
  private void usedUp(long afterMs) {
    window.room(size());
    comes(afterMs, true);
  }

  private long size() {
    return window.bytes();
  }

  @Test
  void whatIsUnderwayTakesFromTheRoom() {
    assertThat(window.room(FIRST - 10)).isEqualTo(10);
    assertThat(window.room(FIRST + 10)).isEqualTo(-10);
  }

  @Test
  void itDoublesWhileBlocksComeInTime() {
    usedUp(1_000);
    assertThat(size()).isEqualTo(2 * FIRST);
    usedUp(1_400);
    assertThat(size()).isEqualTo(4 * FIRST);
  }

  @Test
  void itStaysIfItWasNotUsedUp() {
    window.room(FIRST / 2);
    comes(1_000, true);
    assertThat(size()).isEqualTo(FIRST);
  }

  @Test
  void itHalvesWhenABlockIsLateAndThenGrowsSlowly() {
    usedUp(1_600);
    assertThat(size()).isEqualTo(FIRST / 2);
    usedUp(1_000);
    assertThat(size()).isEqualTo(FIRST / 2 + 256);
  }

  @Test
  void itHalvesWhenABlockIsTakenBack() {
    comes(1_000, true);
    window.room(FIRST);
    window.chainChanged(List.of(block(1, false)), List.of(block(1, true)));
    assertThat(size()).isEqualTo(FIRST / 2);
  }

  /** More than that had no part in it. */
  @Test
  void itHalvesFromWhatWasUnderway() {
    usedUp(1_000);
    window.room(FIRST);
    comes(1_600, true);
    assertThat(size()).isEqualTo(FIRST / 2);
  }

  @Test
  void itWaitsForTheEffectBeforeItHalvesAgain() {
    usedUp(1_600);
    usedUp(1_600);
    usedUp(1_600);
    assertThat(size()).isGreaterThan(FIRST / 2);
    usedUp(1_600);
    assertThat(size()).isLessThan(FIRST / 2);
  }

  /** A sealer is down: those that seal in its place wait for a while. */
  @Test
  void aBlockOutOfTurnIsNotLate() {
    window.room(FIRST);
    comes(2_500, false);
    assertThat(size()).isEqualTo(2 * FIRST);
  }

  @Test
  void aLateBlockDoesNotMatterWhileNothingIsUnderway() {
    comes(10_000, true);
    assertThat(size()).isEqualTo(FIRST);
  }

  @Test
  void severalBlocksThatAreSeenTogetherAreNotLateIfTheyCameInTime() {
    nowMs += 3_000;
    window.room(FIRST);
    window.chainChanged(List.of(), List.of(block(1, true), block(2, true), block(3, true)));
    assertThat(size()).isEqualTo(2 * FIRST);
  }

  /** A quarter of the block's bytes, which is a share for each of the blocks underway. */
  @Test
  void itGrowsByAnEighthOfAWritersShareOfTheBlocks() {
    usedUp(1_600);
    record = new byte[1 << 20];
    usedUp(1_000);
    assertThat(size()).isEqualTo(FIRST / 2 + record.length / 4 * 2 / WRITERS / 8);
  }

  @Test
  void itDoesNotHalveBelowHalfOfItsShareOfTheBlocks() {
    record = new byte[4 * (int) FIRST / 2 * WRITERS];
    usedUp(1_600);
    assertThat(size()).isEqualTo(FIRST / 2);
    for (int i = 0; i < 50; i++) {
      usedUp(2_000);
    }
    assertThat(size()).isGreaterThan(FIRST / 2);
  }

  @Test
  void writersComeToEqualWindows() {
    SendWindow other = new SendWindow(1, WRITERS, () -> TimeUnit.MILLISECONDS.toNanos(nowMs));
    record = new byte[1 << 20];
    for (int i = 0; i < 5; i++) {
      usedUp(1_000);
    }
    assertThat(size()).isGreaterThan(10 * other.bytes());
    for (int i = 0; i < 100; i++) {
      other.room(other.bytes());
      window.room(size());
      nowMs += i % 10 == 0 ? 1_600 : 1_000;
      number++;
      List<Block> block = List.of(block(number, true));
      window.chainChanged(List.of(), block);
      other.chainChanged(List.of(), block);
    }
    assertThat(size()).isBetween(other.bytes() * 9 / 10, other.bytes() * 11 / 10);
  }

  @Test
  void itHasALeastAndALargestSize() {
    for (int i = 0; i < 100; i++) {
      usedUp(2_000);
    }
    assertThat(size()).isEqualTo(SendWindow.BYTES_MIN);
    record = new byte[128 << 20];
    for (int i = 0; i < 100; i++) {
      usedUp(1_000);
    }
    assertThat(size()).isEqualTo(SendWindow.BYTES_MAX);
  }
}
