package io.hybridycsb.blockchaindb.server.shard;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.blockchaindb.proto.Kind;
import io.hybridycsb.blockchaindb.proto.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Updates of one record through two nodes are made once each, whatever becomes of blocks. */
class UpdatesTest extends UpdatesFixture {
  @Test
  void updatesOfOneRecordThroughAlternatingNodesAllSurvive() {
    for (int i = 0; i < 10; i++) {
      PendingWrite update = offer(i % 2, Kind.MERGE, 0, "field" + i + "=" + i);
      assertThat(sealUntilAnswered(update).getOutcome()).isEqualTo(Outcome.COMMITTED);
    }

    assertThat(record()).hasSize(10);
  }

  @Test
  void updatesOfOneRecordAtTheSameTimeAllSurvive() {
    offer(0, Kind.SET, 0, "a=0", "b=0");
    untilWaiting(FIRST, 1);
    seal();
    PendingWrite one = offer(0, Kind.MERGE, 0, "a=1");
    PendingWrite other = offer(1, Kind.MERGE, 0, "b=1");
    untilWaiting(FIRST, 1);
    untilWaiting(SECOND, 1);

    seal(FIRST);
    assertThat(answer(one).getOutcome()).isEqualTo(Outcome.COMMITTED);
    assertThat(other.reply()).isNotDone();
    assertThat(nodes.get(1).isPending(KEY.getBytes(UTF_8))).isTrue();
    untilWaiting(SECOND, 1);
    seal();

    assertThat(answer(other).getOutcome()).isEqualTo(Outcome.COMMITTED);
    assertThat(nodes.get(1).isPending(KEY.getBytes(UTF_8))).isFalse();
    assertThat(record()).isEqualTo(Map.of("a", "1", "b", "1"));
  }

  @Test
  void updatesThatBuildOnOneThatCameTooLateAreMadeAgainBehindItInTheirOrder() {
    List<PendingWrite> updates = new ArrayList<>();
    for (int i = 1; i <= 3; i++) {
      updates.add(offer(0, Kind.MERGE, 0, "a=" + i, "only" + i + "=x"));
      untilWaiting(FIRST, i);
    }
    offer(1, Kind.MERGE, 0, "b=1");
    untilWaiting(SECOND, 1);

    seal(SECOND, FIRST);
    assertThat(updates).noneMatch(update -> update.reply().isDone());
    PendingWrite last = offer(0, Kind.MERGE, 0, "a=4");

    assertThat(sealUntilAnswered(last).getOutcome()).isEqualTo(Outcome.COMMITTED);
    assertThat(updates).allMatch(update -> outcome(0, update) == Outcome.COMMITTED);
    assertThat(record())
        .isEqualTo(Map.of("a", "4", "b", "1", "only1", "x", "only2", "x", "only3", "x"));
  }

  /** What else it writes goes on meanwhile. */
  @Test
  void aNodeLetsTheUpdatesOfOthersThatCameTooLateGoBeforeItsNext() {
    PendingWrite made = offer(0, Kind.MERGE, 0, "a=1");
    PendingWrite other = offer(1, Kind.MERGE, 0, "b=1");
    untilWaiting(FIRST, 1);
    untilWaiting(SECOND, 1);
    seal(FIRST, SECOND);
    assertThat(answer(made).getOutcome()).isEqualTo(Outcome.COMMITTED);

    PendingWrite next = offer(0, Kind.MERGE, 0, "a=2");
    PendingWrite elsewhere = offerTo("t\0other", 0, Kind.MERGE, 0, 0, "c=1");
    untilWaiting(FIRST, 1);
    untilWaiting(SECOND, 1);
    seal(FIRST, SECOND);

    assertThat(answer(elsewhere).getOutcome()).isEqualTo(Outcome.COMMITTED);
    assertThat(answer(other).getOutcome()).isEqualTo(Outcome.COMMITTED);
    assertThat(next.reply()).isNotDone();
    assertThat(sealUntilAnswered(next).getOutcome()).isEqualTo(Outcome.COMMITTED);
    assertThat(record()).isEqualTo(Map.of("a", "2", "b", "1"));
  }

  @Test
  void aNodeWaitsThreeBlocksForOthersThatDoNotComeAgain() throws Exception {
    PendingWrite first = offer(0, Kind.MERGE, 0, "a=1");
    offer(1, Kind.MERGE, 0, "b=1");
    untilWaiting(FIRST, 1);
    untilWaiting(SECOND, 1);
    nodes.get(1).close();
    nodes.remove(1);
    seal(FIRST, SECOND);
    long block = answer(first).getBlock();

    PendingWrite next = offer(0, Kind.MERGE, 0, "a=2");
    for (int i = 0; i < 3; i++) {
      assertThat(next.reply()).isNotDone();
      seal();
    }
    untilWaiting(FIRST, 1);
    seal();

    assertThat(answer(next).getBlock()).isEqualTo(block + 4);
    assertThat(record()).isEqualTo(Map.of("a", "2"));
  }

  @Test
  void anUpdateThatCameTooLateIsNotMadeAgainBehindAWholeRecordThatWasWrittenAfterIt() {
    PendingWrite update = offer(0, Kind.MERGE, -1, "a=1");
    untilWaiting(FIRST, 1);
    PendingWrite whole = offer(0, Kind.SET, 0, "a=2");
    untilWaiting(FIRST, 2);
    offer(1, Kind.MERGE, 0, "b=1");
    untilWaiting(SECOND, 1);

    seal(SECOND, FIRST);

    untilCommitted(0, update);
    untilCommitted(0, whole);
    assertThat(chain.waiting(FIRST)).isZero();
    assertThat(record()).isEqualTo(Map.of("a", "2"));
  }

  /** On the other branch another update comes before it. */
  @Test
  void anAcknowledgedUpdateThatAReorganisationTakesBackIsMadeAgain() {
    PendingWrite taken = offer(0, Kind.MERGE, 0, "a=1");
    untilWaiting(FIRST, 1);
    seal();
    assertThat(answer(taken).getOutcome()).isEqualTo(Outcome.COMMITTED);
    chain.takeBack(1);
    untilAllKnowTheChain();
    PendingWrite other = offer(1, Kind.MERGE, 0, "b=1");
    untilWaiting(SECOND, 1);

    seal(SECOND, FIRST);
    assertThat(record()).isEqualTo(Map.of("b", "1"));
    untilWaiting(FIRST, 1);
    seal();

    assertThat(answer(other).getOutcome()).isEqualTo(Outcome.COMMITTED);
    untilCommitted(0, taken);
    assertThat(record()).isEqualTo(Map.of("a", "1", "b", "1"));
  }

  /**
   * The update comes too late on one branch, and its second transaction fits into the other branch,
   * where its first one makes it.
   */
  @Test
  void anUpdateIsMadeOnceThoughBothItsTransactionsFitIntoTheChain() {
    PendingWrite update = offer(0, Kind.MERGE, 0, "a=1");
    untilWaiting(FIRST, 1);
    offer(1, Kind.SET, 0, "a=2");
    untilWaiting(SECOND, 1);
    seal(SECOND, FIRST);
    untilWaiting(FIRST, 1);
    seal();
    assertThat(answer(update).getOutcome()).isEqualTo(Outcome.COMMITTED);
    assertThat(record()).isEqualTo(Map.of("a", "1"));

    chain.takeBack(2);
    untilWaiting(FIRST, 2);
    chain.sealOnly(List.of(FIRST), 1);
    chain.sealOnly(List.of(SECOND), 1);
    seal();

    untilCommitted(0, update);
    assertThat(chain.waiting(FIRST)).isZero();
    assertThat(record()).isEqualTo(Map.of("a", "2"));
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0})
  void anUpdateThatCameTooLateIsMadeAgainAfterARestartAndOnlyOnce(int commit) throws Exception {
    PendingWrite update = offer(0, Kind.MERGE, commit, "a=1");
    untilWaiting(FIRST, 1);
    offer(1, Kind.MERGE, 0, "b=1");
    untilWaiting(SECOND, 1);
    nodes.get(0).close();
    chain.seal(SECOND, FIRST);
    assertThat(record()).isEqualTo(Map.of("b", "1"));

    nodes.set(0, start(0));
    untilWaiting(FIRST, 1);
    restart(0);
    seal();
    restart(0);
    PendingWrite next = offer(0, Kind.MERGE, 0, "a=2");
    sealUntilAnswered(next);

    assertThat(outcome(0, update)).isEqualTo(Outcome.COMMITTED);
    assertThat(record()).isEqualTo(Map.of("a", "2", "b", "1"));
  }

  @Test
  void whatWasRevertedIsMadeAgainAndFailsAfterTheThirdTime() {
    chain.revert(FIRST, true);
    PendingWrite once = offer(0, Kind.SET, 0, "a=1");
    untilWaiting(FIRST, 1);
    seal();
    untilWaiting(FIRST, 1);
    chain.revert(FIRST, false);
    seal();
    assertThat(answer(once).getOutcome()).isEqualTo(Outcome.COMMITTED);

    chain.revert(FIRST, true);
    PendingWrite always = offer(0, Kind.SET, 0, "a=2");
    for (int i = 0; i < 3; i++) {
      untilWaiting(FIRST, 1);
      seal();
    }
    until("the failure", () -> always.reply().isDone());
    assertThat(answer(always).getOutcome()).isEqualTo(Outcome.FAILED);
    assertThat(record()).isEqualTo(Map.of("a", "1"));
  }

  @Test
  void aWriteWaitsForTheBlockThatItsSessionHasSeen() {
    PendingWrite early = offer(0, Kind.DELETE, 0, 3);
    PendingWrite other = offer(0, Kind.MERGE, 0, "a=1");
    untilWaiting(FIRST, 1);
    assertThat(early.reply()).isNotDone();

    seal();
    assertThat(answer(other).getBlock()).isEqualTo(2);
    seal();
    untilWaiting(FIRST, 1);
    seal();

    assertThat(answer(early).getOutcome()).isEqualTo(Outcome.COMMITTED);
    assertThat(record()).isEmpty();
  }

  /**
   * Each field gets values one after another; the last one acknowledged must be there. As soon as
   * it is in a block if all values of the field come through one node, otherwise at a depth that no
   * reorganisation reaches.
   */
  @ParameterizedTest
  @CsvSource({"11,0", "1,0", "11,2", "2,2"})
  void noAcknowledgedUpdateIsLostWhateverIsReorganised(long seed, int commit) throws Exception {
    Random random = new Random(seed);
    Map<String, PendingWrite> newest = new TreeMap<>();
    Map<String, String> expected = new TreeMap<>();
    // The first block is never taken back.
    seal();
    for (int step = 0; step < 40; step++) {
      for (int i = 0; i < 4; i++) {
        int number = random.nextInt(6);
        int node = commit == 0 ? number % 2 : random.nextInt(2);
        String field = "field" + number;
        PendingWrite before = newest.get(field);
        if (before == null || before.reply().isDone()) {
          String value = step + "." + i;
          newest.put(field, offer(node, Kind.MERGE, commit, field + "=" + value));
          expected.put(field, value);
        }
      }
      switch (random.nextInt(8)) {
        case 0 -> {
          chain.takeBack(1 + random.nextInt(2));
          chain.seal(random.nextBoolean() ? FIRST : SECOND);
          chain.seal();
          chain.seal();
        }
        case 1 -> chain.sealOnly(List.of(random.nextBoolean() ? FIRST : SECOND), 2);
        default -> chain.seal(random.nextBoolean() ? FIRST : SECOND);
      }
      untilAllKnowTheChain();
    }
    until(
        "all answers",
        () -> {
          seal();
          return newest.values().stream().allMatch(write -> write.reply().isDone())
              && nodes.stream().noneMatch(node -> node.isPending(KEY.getBytes(UTF_8)));
        });

    assertThat(newest.values()).allMatch(w -> answer(w).getOutcome() == Outcome.COMMITTED);
    assertThat(record()).isEqualTo(expected);
  }
}
