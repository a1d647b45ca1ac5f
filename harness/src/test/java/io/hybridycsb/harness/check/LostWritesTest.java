package io.hybridycsb.harness.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.check.history.RecordedCall;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LostWritesTest {
  private static final long END = 1_000;

  @Test
  void whatIsReadAfterwardsIsNotLost() {
    List<RecordedCall> writes =
        List.of(write("OK", "a", "1", 10, 20), write("OK", "b", "2", 30, 40));

    assertThat(LostWrites.of(writes, List.of(read(Map.of("a", "1", "b", "2")))))
        .isEqualTo(new LostWrites(2, 0, 0));
  }

  @Test
  void aWriteInWhosePlaceAnOlderValueIsReadIsLost() {
    List<RecordedCall> writes =
        List.of(write("OK", "a", "1", 10, 20), write("OK", "a", "2", 30, 40));

    assertThat(LostWrites.of(writes, List.of(read(Map.of("a", "1")))))
        .isEqualTo(new LostWrites(2, 1, 0));
  }

  @Test
  void writesInWhosePlaceOnlyTheLoadedValueIsReadAreLost() {
    List<RecordedCall> writes =
        List.of(write("OK", "a", "1", 10, 20), write("OK", "a", "2", 30, 40));

    assertThat(LostWrites.of(writes, List.of(read(Map.of("a", "0")))).lost()).isEqualTo(2);
  }

  @Test
  void aRecordThatIsGoneHasLostItsWrites() {
    RecordedCall gone = call("read", "NOT_FOUND", Map.of(), END, END + 1);

    assertThat(LostWrites.of(List.of(write("OK", "a", "1", 10, 20)), List.of(gone)).lost())
        .isEqualTo(1);
  }

  @Test
  void ofTwoWritesAtTheSameTimeEitherMayBeTheLast() {
    List<RecordedCall> writes =
        List.of(write("OK", "a", "1", 10, 30), write("OK", "a", "2", 20, 40));

    assertThat(LostWrites.of(writes, List.of(read(Map.of("a", "1")))).lost()).isZero();
    assertThat(LostWrites.of(writes, List.of(read(Map.of("a", "2")))).lost()).isZero();
  }

  @Test
  void aWriteOfUnknownOutcomeMayTakeEffectAfterAllOthers() {
    List<RecordedCall> writes =
        List.of(write("UNKNOWN", "a", "1", 10, 20), write("OK", "a", "2", 30, 40));

    assertThat(LostWrites.of(writes, List.of(read(Map.of("a", "1")))))
        .isEqualTo(new LostWrites(1, 0, 0));
  }

  @Test
  void aWriteThatWasNotAcknowledgedCannotBeLost() {
    List<RecordedCall> writes =
        List.of(write("UNKNOWN", "a", "1", 10, 20), write("ABORTED", "a", "2", 1, 2));

    assertThat(LostWrites.of(writes, List.of(read(Map.of("a", "0")))))
        .isEqualTo(new LostWrites(0, 0, 0));
  }

  @Test
  void theLastReadCountsAndOneThatFailedTellsNothing() {
    List<RecordedCall> writes = List.of(write("OK", "a", "1", 10, 20));
    RecordedCall failed = call("read", "ERROR", Map.of(), END, END + 1);
    RecordedCall stale = call("read", "OK", Map.of("a", "0"), END, END + 1);
    RecordedCall later = call("read", "OK", Map.of("a", "1"), END + 5, END + 6);

    assertThat(LostWrites.of(writes, List.of(failed))).isEqualTo(new LostWrites(0, 0, 1));
    assertThat(LostWrites.of(writes, List.of(later, stale, failed)))
        .isEqualTo(new LostWrites(1, 0, 0));
  }

  private static RecordedCall write(
      String status, String field, String value, long invoked, long ended) {
    return call("update", status, Map.of(field, value), invoked, ended);
  }

  private static RecordedCall read(Map<String, String> fields) {
    return call("read", "OK", fields, END, END + 1);
  }

  private static RecordedCall call(
      String op, String status, Map<String, String> fields, long invoked, long ended) {
    return new RecordedCall("1/0", "usertable", "user1", op, status, null, fields, invoked, ended);
  }
}
