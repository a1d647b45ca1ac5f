package io.hybridycsb.harness.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.check.history.Contents;
import io.hybridycsb.harness.check.history.RecordId;
import io.hybridycsb.harness.check.history.RecordedCall;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LostWritesTest {
  private static final long END = 1_000;
  private static final RecordedCall FIRST = write("OK", "a", "1", 10, 20);
  private static final RecordedCall SECOND = write("OK", "a", "2", 30, 40);

  @Test
  void whatIsReadAfterwardsIsNotLost() {
    RecordedCall other = write("OK", "b", "2", 30, 40);

    assertThat(lost(Map.of("a", "1", "b", "2"), FIRST, other))
        .isEqualTo(new LostWrites(2, 0, 0, 0));
  }

  @Test
  void aWriteInWhosePlaceAnOlderValueIsReadIsLost() {
    assertThat(lost(Map.of("a", "1"), FIRST, SECOND)).isEqualTo(new LostWrites(2, 1, 0, 0));
  }

  @Test
  void writesInWhosePlaceOnlyTheLoadedValueIsReadAreLost() {
    assertThat(lost(Map.of("a", "0"), FIRST, SECOND)).isEqualTo(new LostWrites(2, 2, 0, 0));
  }

  @Test
  void aRecordThatIsGoneHasLostItsWrites() {
    RecordedCall gone = call("read", "NOT_FOUND", Map.of(), END, END + 1);

    assertThat(LostWrites.of(List.of(FIRST), List.of(gone)).lost()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "2"})
  void ofTwoWritesAtTheSameTimeEitherMayBeTheLast(String found) {
    RecordedCall longer = write("OK", "a", "1", 10, 35);

    assertThat(lost(Map.of("a", found), longer, SECOND).lost()).isZero();
  }

  @Test
  void aWriteOfUnknownOutcomeMayTakeEffectAfterAllOthers() {
    RecordedCall unknown = write("UNKNOWN", "a", "1", 10, 20);

    assertThat(lost(Map.of("a", "1"), unknown, SECOND)).isEqualTo(new LostWrites(1, 0, 0, 0));
  }

  @Test
  void aWriteInWhosePlaceTheValueOfAnAbortedOneIsReadIsLost() {
    RecordedCall aborted = write("ABORTED", "a", "2", 30, 40);

    assertThat(lost(Map.of("a", "2"), FIRST, aborted)).isEqualTo(new LostWrites(1, 1, 0, 0));
  }

  @Test
  void aWriteThatWasNotAcknowledgedCannotBeLost() {
    RecordedCall unknown = write("UNKNOWN", "a", "1", 10, 20);
    RecordedCall aborted = write("ABORTED", "a", "2", 1, 2);

    assertThat(lost(Map.of("a", "0"), unknown, aborted)).isEqualTo(new LostWrites(0, 0, 0, 0));
  }

  @Test
  void theLastReadCountsAndOneThatFailedTellsNothing() {
    List<RecordedCall> writes = List.of(FIRST);
    RecordedCall failed = call("read", "ERROR", Map.of(), END, END + 1);
    RecordedCall stale = call("read", "OK", Map.of("a", "0"), END, END + 1);
    RecordedCall later = call("read", "OK", Map.of("a", "1"), END + 5, END + 6);

    assertThat(LostWrites.of(writes, List.of(failed))).isEqualTo(new LostWrites(0, 0, 1, 0));
    assertThat(LostWrites.of(writes, List.of(later, stale, failed)))
        .isEqualTo(new LostWrites(1, 0, 0, 0));
  }

  @Test
  void aRecordThatTheRunHasInsertedIsUnreadOnlyIfItsReadFailed() {
    List<RecordedCall> insert = List.of(call("insert", "OK", Map.of("a", "1"), 1, 2));
    RecordedCall failed = call("read", "ERROR", Map.of(), END, END + 1);

    assertThat(LostWrites.of(insert, List.of())).isEqualTo(new LostWrites(0, 0, 0, 1));
    assertThat(LostWrites.of(insert, List.of(failed))).isEqualTo(new LostWrites(0, 0, 1, 0));
    assertThat(LostWrites.of(List.of(FIRST), List.of())).isEqualTo(new LostWrites(0, 0, 1, 0));
  }

  private static LostWrites lost(Map<String, String> found, RecordedCall... writes) {
    RecordedCall read = call("read", "OK", found, END, END + 1);
    return LostWrites.of(List.of(writes), List.of(read));
  }

  private static RecordedCall write(
      String status, String field, String value, long invoked, long ended) {
    return call("update", status, Map.of(field, value), invoked, ended);
  }

  private static RecordedCall call(
      String op, String status, Map<String, String> fields, long invoked, long ended) {
    return new RecordedCall(
        "1/0",
        new RecordId("usertable", "user1"),
        op,
        status,
        Contents.of(fields),
        invoked,
        ended,
        null);
  }
}
