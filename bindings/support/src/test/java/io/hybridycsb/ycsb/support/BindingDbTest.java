package io.hybridycsb.ycsb.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.hybridycsb.ycsb.outcome.Statuses;
import io.hybridycsb.ycsb.outcome.Terminator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.Vector;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import site.ycsb.ByteIterator;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;

@SuppressWarnings("JdkObsolete") // YCSB's interface has vectors
class BindingDbTest {
  private final List<String> ends = new ArrayList<>();
  private final FakeDb db = new FakeDb(new TreeMap<>(), ends::add);
  private final Map<String, ByteIterator> result = new HashMap<>();

  @BeforeEach
  void setProperties() {
    db.setProperties(new Properties());
  }

  @Test
  void aFailingInitEndsTheProcessWithOneLine() {
    db.failingToOpen(new IllegalStateException("no node\nanswered"));
    assertThatExceptionOfType(DBException.class).isThrownBy(db::init);
    assertThat(ends).containsExactly("fake: no node answered");
  }

  @Test
  void anExceptionWithoutWordsForPeopleIsNamed() {
    db.failingToOpen(new IOException("Broken pipe"));
    assertThatExceptionOfType(DBException.class).isThrownBy(db::init);
    assertThat(ends).containsExactly("fake: java.io.IOException: Broken pipe");
  }

  @Test
  void anInitThatWouldEndItsThreadOnlyEndsTheProcess() {
    db.failingToOpen(new OutOfMemoryError("unable to create native thread"));
    assertThatExceptionOfType(DBException.class).isThrownBy(db::init);
    assertThat(ends)
        .containsExactly("fake: java.lang.OutOfMemoryError: unable to create native thread");
  }

  @Test
  void anUnknownPropertyOfTheProjectEndsTheProcess() {
    db.getProperties().setProperty("hybrid.histroy", "x");
    assertThatExceptionOfType(DBException.class).isThrownBy(db::init);
    assertThat(ends)
        .containsExactly(
            "fake: unknown property hybrid.histroy; valid are, with [defaults]: "
                + "hybrid.exit=strict|ycsb [strict], hybrid.history=FILE [none], "
                + "hybrid.processing.ms=0..60000 [0]");
    assertThat(db.isOpen()).isFalse();
  }

  @Test
  void cleanupCloses() throws DBException {
    db.init();
    assertThat(db.isOpen()).isTrue();
    db.cleanup();
    assertThat(db.isOpen()).isFalse();
    assertThat(ends).isEmpty();
  }

  private Terminator failingAtEnd(List<String> atEnd) {
    return new Terminator() {
      @Override
      public void terminate(String line) {
        ends.add(line);
      }

      @Override
      public void failAtEnd(String line) {
        atEnd.add(line);
      }
    };
  }

  @Test
  void anAnswerThatFailsItsVerificationFailsTheProcessAtItsEnd() throws DBException {
    List<String> atEnd = new ArrayList<>();
    FakeDb lied = new FakeDb(new TreeMap<>(), failingAtEnd(atEnd));
    lied.setProperties(new Properties());
    lied.init();
    lied.read("t", "!unknown", null, result);
    lied.read("t", "!verification", null, result);
    lied.read("t", "!verification", null, result);
    assertThat(atEnd).isEmpty();
    lied.cleanup();
    assertThat(atEnd)
        .containsExactly(
            "fake: not all answers stood up to their verification: the proof is wrong");
    assertThat(ends).isEmpty();
  }

  @Test
  void aThreadThatFailsItsVerificationAndItsCleanupTellsOneLine() throws DBException {
    db.failingToClose(new IllegalStateException("2 reads are not verified"));
    db.init();
    db.read("t", "!verification", null, result);
    db.cleanup();
    assertThat(ends).containsExactly("fake: 2 reads are not verified");
  }

  @Test
  void aFailingCleanupEndsTheProcessWithOneLineOnceYcsbHasToldItsResults() throws DBException {
    List<String> atEnd = new ArrayList<>();
    FakeDb failing =
        new FakeDb(new TreeMap<>(), failingAtEnd(atEnd))
            .failingToClose(new IllegalStateException("offline verification failed"));
    failing.setProperties(new Properties());
    failing.init();
    failing.cleanup();
    assertThat(atEnd).containsExactly("fake: offline verification failed");
    assertThat(ends).isEmpty();
  }

  @Test
  void anInsertThatYcsbTriesAgainWritesTheSameValues() {
    Map<String, ByteIterator> values = values("a", "1", "b", "2");
    assertThat(db.insert("t", "!unknown", values)).isEqualTo(Statuses.UNKNOWN);
    assertThat(db.insert("t", "k", values)).isEqualTo(Status.OK);
    db.read("t", "k", null, result);
    assertThat(StringByteIterator.getStringMap(result)).isEqualTo(Map.of("a", "1", "b", "2"));
  }

  @Test
  void whatWouldEndAThreadEndsTheProcess() {
    List<Runnable> operations =
        List.of(
            () -> db.read("t", "!fatal", null, result),
            () -> db.scan("t", "!fatal", 1, null, new Vector<>()),
            () -> db.insert("t", "!fatal", Map.of()),
            () -> db.update("t", "!fatal", Map.of()),
            () -> db.delete("t", "!fatal"));
    for (Runnable operation : operations) {
      ends.clear();
      assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(operation::run);
      assertThat(ends).containsExactly("fake: java.lang.OutOfMemoryError: Java heap space");
    }
  }

  @Test
  void anAbsentRecordIsNotFound() {
    assertThat(db.read("t", "nobody", null, result)).isEqualTo(Status.NOT_FOUND);
    assertThat(result).isEmpty();
  }

  @Test
  void anUpdateKeepsTheOtherFields() {
    db.insert("t", "k", values("a", "1", "b", "2"));
    db.update("t", "k", values("b", "3"));
    assertThat(db.read("t", "k", null, result)).isEqualTo(Status.OK);
    assertThat(StringByteIterator.getStringMap(result)).isEqualTo(Map.of("a", "1", "b", "3"));
  }

  @Test
  void readsAndScansGiveTheFieldsAskedFor() {
    db.insert("t", "k1", values("a", "1", "b", "2"));
    db.insert("t", "k2", values("a", "3", "b", "4"));
    db.read("t", "k1", Set.of("a"), result);
    assertThat(StringByteIterator.getStringMap(result)).isEqualTo(Map.of("a", "1"));
    Vector<HashMap<String, ByteIterator>> rows = new Vector<>();
    assertThat(db.scan("t", "k1", 5, Set.of("b"), rows)).isEqualTo(Status.OK);
    assertThat(rows.stream().map(StringByteIterator::getStringMap))
        .containsExactly(Map.of("b", "2"), Map.of("b", "4"));
  }

  @Test
  void aFailureHasTheStatusThatTheBindingGivesIt() {
    assertThat(db.read("t", "!unknown", null, result)).isEqualTo(Statuses.UNKNOWN);
    assertThat(db.insert("t", "!unknown", Map.of())).isEqualTo(Statuses.UNKNOWN);
    assertThat(db.delete("t", "k")).isEqualTo(Statuses.ABORTED);
  }

  @Test
  void anUnexpectedExceptionIsAnErrorOfTheOperationNotOfTheThread() {
    assertThat(db.read("t", "!bug", null, result)).isEqualTo(Status.ERROR);
    assertThat(db.scan("t", "!bug", 1, null, new Vector<>())).isEqualTo(Status.ERROR);
    assertThat(db.insert("t", "!bug", Map.of())).isEqualTo(Status.ERROR);
    assertThat(db.update("t", "!bug", Map.of())).isEqualTo(Status.ERROR);
    assertThat(db.delete("t", "!bug")).isEqualTo(Status.ERROR);
  }

  @Test
  void aWriteTakesItsProcessingTimeBeforeTheSystemHearsOfIt() throws DBException {
    db.getProperties().setProperty("hybrid.processing.ms", "20");
    db.init();
    List<Runnable> writes =
        List.of(
            () -> db.insert("t", "k", values("a", "1")),
            () -> db.update("t", "k", values("a", "2")),
            () -> db.delete("t", "k"));
    for (Runnable write : writes) {
      long startNs = System.nanoTime();
      write.run();
      assertThat(db.lastWriteNs() - startNs).isGreaterThanOrEqualTo(20_000_000);
    }
  }

  /** The time limit is below the minute that each of them would wait. */
  @Test
  @Timeout(50)
  void readsAndScansTakeNoProcessingTime() throws DBException {
    db.getProperties().setProperty("hybrid.processing.ms", "60000");
    db.init();
    assertThat(db.read("t", "nobody", null, result)).isEqualTo(Status.NOT_FOUND);
    assertThat(db.scan("t", "nobody", 1, null, new Vector<>())).isEqualTo(Status.OK);
  }

  @Test
  void anInterruptedWriteStopsWaitingAndStaysInterrupted() throws DBException {
    db.getProperties().setProperty("hybrid.processing.ms", "60000");
    db.init();
    Thread.currentThread().interrupt();
    assertThat(db.insert("t", "k", values("a", "1"))).isEqualTo(Status.OK);
    assertThat(Thread.interrupted()).isTrue();
  }

  private static Map<String, ByteIterator> values(String... namesAndValues) {
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      values.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return StringByteIterator.getByteIteratorMap(values);
  }
}
