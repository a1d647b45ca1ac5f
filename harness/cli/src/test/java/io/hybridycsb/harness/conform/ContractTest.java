package io.hybridycsb.harness.conform;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.CorrectnessException;
import io.hybridycsb.harness.check.history.HistoryFile;
import io.hybridycsb.harness.system.Model;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is judged of clients' answers, by which tests of lost nodes judge, too. */
class ContractTest {
  @TempDir private Path dir;
  private final StringBuilder lines = new StringBuilder();
  private long now;

  /** One call after another; {@code fields} as in JSON. */
  private ContractTest called(String op, String status, String fields) {
    long invoked = ++now;
    lines.append(
        """
        {"thread":0,"invoked_ns":%d,"completed_ns":%d,"op":"%s","table":"t",\
        "key":"k","status":"%s","fields":{%s}}
        """
            .formatted(invoked, ++now, op, status, fields));
    return this;
  }

  private List<HistoryFile> history() throws IOException {
    Path file = dir.resolve("history.jsonl");
    String first =
        """
        {"history":1,"process":"1","machine":"m","begun_ns":0,"wall_clock_ms":0}
        """;
    Files.writeString(file, first + lines + "{\"thr");
    return List.of(HistoryFile.read(file));
  }

  private void assertGood() throws IOException {
    List<HistoryFile> history = history();
    Contract.requireHonest(history);
    Contract.requireKept(history, history);
    Contract.requireModel(history, Model.LINEARIZABLE);
  }

  private void assertBad(String lost) throws IOException {
    List<HistoryFile> history = history();
    assertThatThrownBy(() -> Contract.requireKept(history, history))
        .isInstanceOf(CorrectnessException.class)
        .hasMessage(lost);
    assertThatThrownBy(() -> Contract.requireModel(history, Model.LINEARIZABLE))
        .isInstanceOf(CorrectnessException.class)
        .hasMessageContaining("NOT linearizable");
  }

  private ContractTest inserted() {
    return called("insert", "OK", "\"a\":\"a1\",\"b\":\"b1\"");
  }

  private ContractTest updated(String status) {
    return called("update", status, "\"a\":\"a2\"");
  }

  private ContractTest read(String a) {
    return called("read", "OK", "\"a\":\"%s\",\"b\":\"b1\"".formatted(a));
  }

  @Test
  void whatWasAcknowledgedLastMustBeRead() throws Exception {
    inserted().updated("OK").read("a2").assertGood();
  }

  @Test
  void anAcknowledgedUpdateThatIsGoneIsFound() throws Exception {
    inserted().updated("OK").read("a1").assertBad("1 of 2 acknowledged writes are lost");
  }

  @Test
  void anAcknowledgedRecordThatIsGoneIsFound() throws Exception {
    called("insert", "OK", "\"a\":\"a1\"")
        .called("read", "NOT_FOUND", "")
        .assertBad("1 of 1 acknowledged writes are lost");
  }

  @Test
  void anAbortedUpdateThatTookEffectIsFound() throws Exception {
    inserted().updated("ABORTED").read("a2").assertBad("1 of 1 acknowledged writes are lost");
  }

  @Test
  void anUnknownUpdateMayHaveHappenedOrNotOrHappenLater() throws Exception {
    inserted().updated("UNKNOWN").read("a1").assertGood();
    read("a2").assertGood();
  }

  @Test
  void anUnknownUpdateThatWasSeenMayNotBeUndone() throws Exception {
    inserted().updated("UNKNOWN").read("a2").read("a1");

    List<HistoryFile> history = history();
    assertThatThrownBy(() -> Contract.requireModel(history, Model.LINEARIZABLE))
        .isInstanceOf(CorrectnessException.class);
  }

  @Test
  void aWriteThatNobodyReadsAtTheEndIsNotTakenForThere() throws Exception {
    called("insert", "OK", "\"a\":\"a1\"");

    List<HistoryFile> history = history();
    assertThatThrownBy(() -> Contract.requireKept(history, history))
        .hasMessage("1 records could not be read");
  }

  @Test
  void callsWhoseCheckCannotFailDoNotPass() throws Exception {
    List<HistoryFile> unread = inserted().updated("OK").history();
    assertThatThrownBy(() -> Contract.requireModel(unread, Model.LINEARIZABLE))
        .hasMessageContaining("nothing to check");
    List<HistoryFile> read = updated("OK").read("a2").history();
    Contract.requireModel(read, Model.LINEARIZABLE);
    lines.setLength(0);
    List<HistoryFile> equal =
        inserted().read("a1").called("update", "OK", "\"a\":\"a1\"").history();
    assertThatThrownBy(() -> Contract.requireModel(equal, Model.LINEARIZABLE))
        .hasMessageContaining("nothing is proven");
  }

  @Test
  void anErrorIsNoHonestAnswer() throws Exception {
    inserted().updated("ERROR");

    List<HistoryFile> history = history();
    assertThatThrownBy(() -> Contract.requireHonest(history)).hasMessageContaining("[ERROR]");
  }
}
