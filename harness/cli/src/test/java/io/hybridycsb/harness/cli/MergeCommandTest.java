package io.hybridycsb.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MergeCommandTest extends CommandFixture {
  @TempDir Path directory;

  private int merge(Object... arguments) {
    return hybrid(Stream.concat(Stream.of("merge"), Stream.of(arguments)).toArray());
  }

  /** A client's log, an interval per value; the values also go into {@code all}. */
  private String log(String name, Histogram all, long... valuesUs) throws FileNotFoundException {
    Path file = directory.resolve(name);
    HistogramLogWriter log = new HistogramLogWriter(file.toFile());
    log.outputLogFormatVersion();
    for (int i = 0; i < valuesUs.length; i++) {
      Histogram interval = new Histogram(3);
      interval.setStartTimeStamp(1_000L * i);
      interval.setEndTimeStamp(1_000L * (i + 1));
      interval.recordValue(valuesUs[i]);
      all.recordValue(valuesUs[i]);
      log.outputIntervalHistogram(interval);
    }
    log.close();
    return file.toString();
  }

  @Test
  void theMergedHistogramIsThatOfOneClientThatDidItAll() throws Exception {
    Histogram all = new Histogram(3);
    String first = log("client0-READ.hdr", all, 100, 250, 90_000);
    String second = log("client1-READ.hdr", all, 7, 3_000_000);
    Path merged = directory.resolve("merged");

    assertThat(merge(first, second, "--out", merged.toString())).as(err.toString()).isZero();

    try (HistogramLogReader reader = new HistogramLogReader(merged.resolve("READ.hdr").toFile())) {
      assertThat(reader.nextIntervalHistogram()).isEqualTo(all);
      assertThat(reader.hasNext()).isFalse();
    }
    assertThat(out.toString())
        .containsPattern("READ +5 +1\\.[67] +617\\.\\d+ +0\\.250 ")
        .contains("2 files, 3.");
  }

  @Test
  void kindsOfOperationsStayApartWhateverTheClientsAreCalled() throws Exception {
    Histogram all = new Histogram(3);

    int status =
        merge(
            log("node0.ycsb-READ-FAILED.hdr", all, 1),
            log("a-Intended-READ.hdr", all, 2),
            log("UPDATE.hdr", all, 3),
            log("Intended-UPDATE.hdr", all, 4),
            log("b-UPDATE.hdr", all, 5));

    assertThat(status).as(err.toString()).isZero();
    assertThat(out.toString())
        .containsPattern("READ-FAILED +1 ")
        .containsPattern("Intended-READ +1 ")
        .containsPattern("Intended-UPDATE +1 ")
        .containsPattern("\nUPDATE +2 ");
  }

  @Test
  void whatIsNoLogIsRefusedByItsName() throws Exception {
    Path text = Files.writeString(directory.resolve("a-READ.hdr"), "hello, world\n");
    Path empty = Files.createFile(directory.resolve("b-READ.hdr"));

    assertThat(merge(text.toString())).isEqualTo(2);
    assertThat(merge(empty.toString())).isEqualTo(2);
    assertThat(merge(directory.resolve("c-READ.hdr").toString())).isEqualTo(2);
    assertThat(merge(directory.resolve("run.txt").toString())).isEqualTo(2);
    assertThat(merge()).isEqualTo(2);
    assertThat(err.toString())
        .contains("a-READ.hdr: no histogram", "b-READ.hdr: no histogram", "c-READ.hdr: can't be");
  }

  @Test
  void aFileThatIsGivenTwiceDoesNotCountTwice() throws Exception {
    String file = log("a-READ.hdr", new Histogram(3), 1);

    assertThat(merge(file, file)).isEqualTo(2);
    assertThat(err.toString()).contains("given twice");
  }
}
