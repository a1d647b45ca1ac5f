package io.hybridycsb.tso;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.tso.client.AllocateMethod;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class TimestampAllocatorTest {
  private static final long STEP = 40_000;

  private final MemoryCeilingLog log = new MemoryCeilingLog(STEP);
  private final ArrayDeque<Runnable> background = new ArrayDeque<>();

  @Test
  void rangesFollowEachOther() throws IOException {
    TimestampAllocator allocator = allocator();
    assertThat(allocator.allocate(10)).isCompletedWithValue(1L);
    assertThat(allocator.allocate(1)).isCompletedWithValue(11L);
    assertThat(allocator.allocate(5)).isCompletedWithValue(12L);
  }

  @Test
  void countOutOfBoundsIsRefusedAndNamesTheBound() throws IOException {
    TimestampAllocator allocator = allocator();
    for (int count : new int[] {0, -1, AllocateMethod.MAX_COUNT + 1}) {
      assertThatThrownBy(() -> allocator.allocate(count))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("1 to 10000");
    }
    assertThat(allocator.allocate(1)).isCompletedWithValue(1L);
  }

  @Test
  void nextCeilingIsLoggedAheadWhenThreeQuartersAreUsed() throws IOException {
    TimestampAllocator allocator = allocator();
    for (int i = 0; i < 2; i++) {
      assertThat(allocator.allocate(10_000)).isDone();
    }
    assertThat(allocator.allocate(9_999)).isDone();
    assertThat(background).isEmpty();
    assertThat(allocator.allocate(1)).isDone();
    assertThat(background).hasSize(1);
    background.remove().run();
    assertThat(log.ceiling()).isEqualTo(1 + 2 * STEP);
    assertThat(allocator.allocate(10_000)).isCompletedWithValue(30_001L);
    assertThat(allocator.allocate(10_000)).isCompletedWithValue(40_001L);
  }

  @Test
  void nothingIsGrantedAboveTheDurableCeiling() throws IOException {
    TimestampAllocator allocator = allocator();
    for (int i = 0; i < 4; i++) {
      allocator.allocate(10_000);
    }
    CompletableFuture<Long> first = allocator.allocate(1);
    CompletableFuture<Long> second = allocator.allocate(7);
    assertThat(first).isNotDone();
    assertThat(second).isNotDone();
    background.remove().run();
    assertThat(first).isCompletedWithValue(40_001L);
    assertThat(second).isCompletedWithValue(40_002L);
  }

  @Test
  void requestsAreGrantedInOrderEvenIfALaterOneWouldFit() throws IOException {
    TimestampAllocator allocator = allocator();
    for (int i = 0; i < 3; i++) {
      allocator.allocate(10_000);
    }
    allocator.allocate(9_000);
    CompletableFuture<Long> large = allocator.allocate(5_000);
    CompletableFuture<Long> small = allocator.allocate(10);
    assertThat(small).isNotDone();
    background.remove().run();
    assertThat(large).isCompletedWithValue(39_001L);
    assertThat(small).isCompletedWithValue(44_001L);
  }

  @Test
  void afterTheLogFailedOnlyWhatIsBelowTheCeilingIsGranted() throws IOException {
    TimestampAllocator allocator = allocator();
    for (int i = 0; i < 3; i++) {
      allocator.allocate(10_000);
    }
    log.failNextRaise(false);
    background.remove().run();
    assertThat(allocator.logFailure())
        .isCompletedWithValueMatching(e -> e.getMessage().contains("cannot log a new ceiling"));
    assertThat(allocator.allocate(10_000)).isCompletedWithValue(30_001L);
    assertThat(allocator.allocate(1)).isCompletedExceptionally();
    assertThat(background).isEmpty();
  }

  @Test
  void waitingRequestsAreBounded() throws IOException {
    TimestampAllocator allocator = allocator();
    for (int i = 0; i < 4; i++) {
      allocator.allocate(10_000);
    }
    for (int i = 0; i < TimestampAllocator.MAX_WAITING; i++) {
      assertThat(allocator.allocate(1)).isNotDone();
    }
    assertThat(allocator.allocate(1))
        .isCompletedExceptionally()
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withMessageContaining("10000 requests wait");
  }

  @Test
  void stepBelowTheLargestRequestIsRefused() {
    assertThatThrownBy(() -> new TimestampAllocator(log, 9_999, background::add))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least 10000");
  }

  private TimestampAllocator allocator() throws IOException {
    return new TimestampAllocator(log, STEP, background::add);
  }
}
