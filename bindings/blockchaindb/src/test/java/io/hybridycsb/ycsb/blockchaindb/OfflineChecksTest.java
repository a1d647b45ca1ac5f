package io.hybridycsb.ycsb.blockchaindb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.hybridycsb.blockchaindb.client.ReadBlock;
import io.hybridycsb.blockchaindb.client.ReadChecks.Checked;
import io.hybridycsb.blockchaindb.client.ReadChecks.Standing;
import io.hybridycsb.blockchaindb.client.ReadClaim;
import io.hybridycsb.verification.Hash;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(120)
class OfflineChecksTest {
  private static final long AMPLE_MS = 50_000;
  private static final ReadBlock BLOCK = block(7);

  private final Queue<List<ReadClaim>> checked = new ConcurrentLinkedQueue<>();

  private static ReadBlock block(long number) {
    return new ReadBlock(0, 0, number, Hash.of(new byte[32]));
  }

  private static ReadClaim claim(String key) {
    return ReadClaim.of(key.getBytes(UTF_8), Optional.of(new byte[] {1}));
  }

  private Checked check(ReadBlock block, List<ReadClaim> claims, Instant read) {
    checked.add(claims);
    Map<ReadClaim, String> wrong = new HashMap<>();
    for (ReadClaim claim : claims) {
      if (claim.key().toStringUtf8().startsWith("defect")) {
        throw new IllegalArgumentException("cannot be checked");
      }
      if (claim.key().toStringUtf8().startsWith("bad")) {
        wrong.put(claim, "contradicted");
      }
    }
    return new Checked(Standing.COMPARED, wrong, 0);
  }

  private long claimsChecked() {
    return checked.stream().mapToLong(List::size).sum();
  }

  private static ConditionFactory await() {
    return Awaitility.await().atMost(Duration.ofMinutes(1));
  }

  @Test
  void everythingThatWasReadIsCheckedBeforeTheEndManyKeysAtATime() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    OfflineChecks checks =
        new OfflineChecks(
            (block, claims, read) -> {
              awaitQuietly(go);
              return check(block, claims, read);
            },
            AMPLE_MS);
    occupyAll(checks);
    for (int i = 0; i < 2_000; i++) {
      checks.add(BLOCK, claim("good" + i));
    }
    go.countDown();
    checks.close();
    assertThat(claimsChecked()).isEqualTo(2_000 + OfflineChecks.CHECKERS);
    assertThat(checked).hasSizeLessThan(100);
  }

  /** A key that was read twice is checked twice, unless both reads say the same of one block. */
  @Test
  void onlyReadsThatSayTheSameOfOneBlockShareACheck() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    OfflineChecks checks =
        new OfflineChecks(
            (block, claims, read) -> {
              awaitQuietly(go);
              return check(block, claims, read);
            },
            AMPLE_MS);
    occupyAll(checks);
    for (int i = 0; i < 1_000; i++) {
      checks.add(BLOCK, claim("one"));
      checks.add(BLOCK, ReadClaim.of("one".getBytes(UTF_8), Optional.empty()));
      checks.add(block(8), claim("one"));
    }
    go.countDown();
    checks.close();
    assertThat(claimsChecked()).isEqualTo(3 + OfflineChecks.CHECKERS);
  }

  /** A block's age is that at the read, not that at a check which comes later. */
  @Test
  void aCheckIsToldWhenTheFirstOfItsReadsReturned() throws Exception {
    Queue<Instant> told = new ConcurrentLinkedQueue<>();
    CountDownLatch go = new CountDownLatch(1);
    OfflineChecks checks =
        new OfflineChecks(
            (block, claims, read) -> {
              told.add(read);
              awaitQuietly(go);
              return check(block, claims, read);
            },
            AMPLE_MS);
    occupyAll(checks);
    Instant before = Instant.now();
    checks.add(block(8), claim("one"));
    Instant after = Instant.now();
    checks.add(block(8), claim("two"));
    await().until(() -> Instant.now().isAfter(after));
    go.countDown();
    checks.close();

    assertThat(told).hasSize(OfflineChecks.CHECKERS + 1);
    assertThat(told).last().satisfies(read -> assertThat(read).isBetween(before, after));
  }

  @Test
  void aReadThatIsContradictedFailsTheEndAndTheOthersAreChecked() throws Exception {
    OfflineChecks checks = new OfflineChecks(this::check, AMPLE_MS);
    checks.add(BLOCK, claim("bad"));
    for (int i = 0; i < 2_000; i++) {
      checks.add(BLOCK, claim("good" + i));
    }
    assertThatIllegalStateException().isThrownBy(checks::close);
    assertThat(claimsChecked()).isEqualTo(2_001);
  }

  @Test
  void aCheckThatFailsUnexpectedlyFailsTheEndAndTheOthersAreMade() throws Exception {
    OfflineChecks checks = new OfflineChecks(this::check, AMPLE_MS);
    checks.add(block(6), claim("defect"));
    for (int i = 0; i < 2_000; i++) {
      checks.add(BLOCK, claim("good" + i));
    }
    assertThatIllegalStateException().isThrownBy(checks::close);
    assertThat(claimsChecked()).isEqualTo(2_001);
  }

  /**
   * What was read of a branch that is gone is counted apart; what nobody can prove is a failure.
   */
  @ParameterizedTest
  @EnumSource
  void onlyReadsThatCouldNotBeCheckedFailTheEnd(Standing standing) throws Exception {
    OfflineChecks checks =
        new OfflineChecks((block, claims, read) -> new Checked(standing, Map.of(), 0), AMPLE_MS);
    checks.add(BLOCK, claim("good"));
    if (standing == Standing.TOO_OLD) {
      assertThatIllegalStateException().isThrownBy(checks::close);
    } else {
      checks.close();
    }
  }

  @Test
  void aReadThatIsContradictedFailsTheEndThoughItsBlockWasWithdrawn() throws Exception {
    OfflineChecks checks =
        new OfflineChecks(
            (block, claims, read) ->
                new Checked(Standing.WITHDRAWN, check(block, claims, read).contradicted(), 0),
            AMPLE_MS);
    checks.add(BLOCK, claim("bad"));
    checks.add(BLOCK, claim("good"));
    assertThatIllegalStateException().isThrownBy(checks::close);
  }

  @Test
  void aCheckThatIsStillUnderWayAtTheEndHasNotPassed() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    OfflineChecks checks =
        new OfflineChecks(
            (block, claims, read) -> {
              begun.countDown();
              awaitQuietly(never);
              return check(block, claims, read);
            },
            100);
    checks.add(BLOCK, claim("slow"));
    begun.await();
    assertThatIllegalStateException().isThrownBy(checks::close);
  }

  @Test
  void aReadWaitsWhileTooManyBytesWaitForTheirCheck() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    OfflineChecks checks = full(go, AMPLE_MS);
    FutureTask<Void> more =
        new FutureTask<>(
            () -> {
              checks.add(BLOCK, claim("one more"));
              return null;
            });
    Thread reader = new Thread(more);
    reader.start();
    await().until(() -> reader.getState() == Thread.State.TIMED_WAITING);
    go.countDown();
    more.get();
    checks.close();
  }

  @Test
  void aReadThatWaitsForChecksThatNeverEndFails() throws Exception {
    OfflineChecks checks = full(new CountDownLatch(1), 100);
    assertThatIllegalStateException()
        .isThrownBy(() -> checks.add(BLOCK, claim("one more")))
        .withMessage("offline verification makes no progress");
  }

  /** All checks wait for the latch, and as many bytes for a check as may. */
  private OfflineChecks full(CountDownLatch latch, long timeoutMs) throws Exception {
    OfflineChecks checks =
        new OfflineChecks(
            (block, claims, read) -> {
              awaitQuietly(latch);
              return check(block, claims, read);
            },
            timeoutMs);
    occupyAll(checks);
    String longKey = "k".repeat(1_000);
    long claims = OfflineChecks.WAITING_BYTES_MAX / 1_232 + 1;
    for (long i = 0; i < claims; i++) {
      checks.add(BLOCK, claim((longKey + i).substring(Long.toString(i).length())));
    }
    return checks;
  }

  /** Each of them is busy with a block of its own. */
  private static void occupyAll(OfflineChecks checks) throws InterruptedException {
    for (int i : IntStream.range(0, OfflineChecks.CHECKERS).toArray()) {
      checks.add(block(100 + i), claim("other" + i));
      await().until(() -> checks.waitingClaims() == 0);
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
