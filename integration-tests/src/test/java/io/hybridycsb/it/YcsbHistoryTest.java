package io.hybridycsb.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the checks that the tests of lost nodes use. */
class YcsbHistoryTest {
  @TempDir private Path dir;
  private final StringBuilder lines = new StringBuilder();
  private long now;

  /** One call after another; {@code fields} as in JSON. */
  private YcsbHistoryTest called(String op, String status, String fields) {
    long invoked = ++now;
    lines.append(
        """
        {"thread":0,"invoked_ns":%d,"completed_ns":%d,"op":"%s","table":"t",\
        "key":"k","status":"%s","fields":{%s}}
        """
            .formatted(invoked, ++now, op, status, fields));
    return this;
  }

  private YcsbHistory history() throws IOException {
    Path file = dir.resolve("history.jsonl");
    String first =
        """
        {"history":1,"process":"1","machine":"m","begun_ns":0,"wall_clock_ms":0}
        """;
    Files.writeString(file, first + lines + "{\"thr");
    return YcsbHistory.of(List.of(file, dir.resolve("of-a-run-that-has-not-begun")));
  }

  private void assertGood() throws IOException {
    YcsbHistory history = history();
    assertThat(history.lostWrites()).isEmpty();
    assertThatCode(history::requireLinearizable).doesNotThrowAnyException();
  }

  private void assertBad(String lost) throws IOException {
    YcsbHistory history = history();
    assertThat(history.lostWrites()).containsExactly(lost);
    assertThatThrownBy(history::requireLinearizable).isInstanceOf(AssertionError.class);
  }

  private YcsbHistoryTest inserted() {
    return called("insert", "OK", "\"a\":\"a1\",\"b\":\"b1\"");
  }

  private YcsbHistoryTest updated(String status) {
    return called("update", status, "\"a\":\"a2\"");
  }

  private YcsbHistoryTest read(String a) {
    return called("read", "OK", "\"a\":\"%s\",\"b\":\"b1\"".formatted(a));
  }

  @Test
  void whatWasAcknowledgedLastMustBeRead() throws Exception {
    inserted().updated("OK").read("a2").assertGood();
  }

  @Test
  void anAcknowledgedUpdateThatIsGoneIsFound() throws Exception {
    inserted().updated("OK").read("a1").assertBad("k.a is a1, which is not of the last writes");
  }

  @Test
  void anAcknowledgedRecordThatIsGoneIsFound() throws Exception {
    called("insert", "OK", "\"a\":\"a1\"")
        .called("read", "NOT_FOUND", "")
        .assertBad("k.a is absent");
  }

  @Test
  void anAbortedUpdateThatTookEffectIsFound() throws Exception {
    inserted()
        .updated("ABORTED")
        .read("a2")
        .assertBad("k.a is a2, which is not of the last writes");
  }

  @Test
  void anUnknownUpdateMayHaveHappenedOrNotOrHappenLater() throws Exception {
    inserted().updated("UNKNOWN").read("a1").assertGood();
    read("a2").assertGood();
  }

  @Test
  void anUnknownUpdateThatWasSeenMayNotBeUndone() throws Exception {
    inserted().updated("UNKNOWN").read("a2").read("a1");

    YcsbHistory history = history();
    assertThatThrownBy(history::requireLinearizable).isInstanceOf(AssertionError.class);
  }

  @Test
  void aWriteThatNobodyReadsAtTheEndIsNotTakenForThere() throws Exception {
    called("insert", "OK", "\"a\":\"a1\"");

    assertThat(history().lostWrites())
        .containsExactly("k.a was written, but nobody has read it at the end");
  }

  @Test
  void callsWhoseCheckCannotFailDoNotPass() throws Exception {
    YcsbHistory unread = inserted().updated("OK").history();
    assertThatThrownBy(unread::requireLinearizable).hasMessageContaining("nothing to check");
    YcsbHistory read = updated("OK").read("a2").history();
    assertThatCode(read::requireLinearizable).doesNotThrowAnyException();
    lines.setLength(0);
    YcsbHistory equal = inserted().read("a1").called("update", "OK", "\"a\":\"a1\"").history();
    assertThatThrownBy(equal::requireLinearizable).hasMessageContaining("nothing is proven");
  }

  @Test
  void onlyAcknowledgedWritesThatBeganLaterCountAsCommits() throws Exception {
    inserted();
    long then = now;
    updated("OK").updated("UNKNOWN").updated("ABORTED").read("a2");

    assertThat(history().commitsSince(then)).isEqualTo(1);
    assertThat(history().inserts()).isEqualTo(1);
  }

  @Test
  void theLastReadOfARecordMustHaveBeenAnsweredForItToBeReadToTheEnd() throws Exception {
    inserted().read("a1").called("read", "SERVICE_UNAVAILABLE", "");
    assertThat(history().isReadToTheEnd()).isFalse();

    read("a1");
    assertThat(history().isReadToTheEnd()).isTrue();
  }
}
