package io.hybridycsb.ycsb.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EndedWorkloadTest {
  @TempDir Path directory;

  private int status(String words) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                ClientMain.class.getName(),
                "-db",
                CountingDb.class.getName(),
                "-p",
                "workload=site.ycsb.workloads.CoreWorkload"));
    command.addAll(List.of(words.split(" ")));
    return new ProcessBuilder(command)
        .redirectOutput(directory.resolve("out").toFile())
        .redirectError(directory.resolve("err").toFile())
        .start()
        .waitFor();
  }

  private String text(String name) throws Exception {
    return Files.readString(directory.resolve(name));
  }

  @ParameterizedTest
  @Timeout(60)
  @CsvSource({
    "-load -p recordcount=10, 0, ''",
    "-load -p recordcount=10 -threads 2 -p counting.failing=refuse, 1, 10 of 10 records",
    "-load -p recordcount=10 -p counting.failing=refuse -p hybrid.exit=ycsb, 0, 10 of 10 records",
    "-t -p recordcount=9 -p operationcount=9 -p counting.failing=error, 1, not all operations",
    "-t -p recordcount=9 -p operationcount=9 -p counting.failing=init, 1, nobody answers",
    "-t -p recordcount=9 -p readproportion=0 -p updateproportion=0, 2, how many operations?"
  })
  void aProcessExitsWithWhatCameOfIt(String words, int status, String line) throws Exception {
    assertThat(status(words)).isEqualTo(status);
    assertThat(text("err")).contains(line);
    assertThat(text("out") + text("err")).doesNotContain("\tat ");
  }

  @Test
  void aLoadOfWhichInsertsFailSaysHowManyRecordsAreMissing() throws Exception {
    ClientRun run = ClientRun.of("-load -threads 2 -p recordcount=20 -p counting.failing=refuse");

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.complaints())
        .containsExactly(
            "ycsb: the load is not complete: 20 of 20 records are missing: 2 threads ended with an"
                + " insert that failed");
    assertThat(run.results()).contains("[OVERALL], RunTime(ms)", "[INSERT], Return=BAD_REQUEST, 2");
  }

  @Test
  void aLoadThatTheTimeEndsSaysHowManyRecordsAreMissing() throws Exception {
    ClientRun run =
        ClientRun.of("-load -threads 2 -target 1 -p recordcount=20 -p maxexecutiontime=1");

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.complaints())
        .containsExactly(
            "ycsb: the load is not complete: %d of 20 records are missing: the time was over"
                .formatted(20 - run.operations()));
  }

  @Test
  void oneOfSeveralProcessesSpeaksOfItsOwnPart() throws Exception {
    assertThat(
            ClientRun.of(
                    "-load -p recordcount=20 -p insertstart=5 -p insertcount=7"
                        + " -p counting.failing=refuse")
                .complaints())
        .singleElement()
        .asString()
        .contains("7 of 7 records are missing: a thread ended");
  }

  @Test
  void anErrorEndsARunWithItsResultsAndOneLine() throws Exception {
    ClientRun run =
        ClientRun.of("-t -p recordcount=9 -p operationcount=9 -p counting.failing=error");

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.complaints())
        .singleElement()
        .asString()
        .contains("a thread ended with an error", "IllegalStateException: out of order at ");
    assertThat(run.results()).contains("[OVERALL], RunTime(ms)");
    assertThat(run.hasTrace()).isFalse();
  }

  @Test
  void aBindingThatCannotEndFailsTheRunAfterItsResults() throws Exception {
    ClientRun run =
        ClientRun.of("-t -p recordcount=9 -p operationcount=9 -p counting.failing=cleanup");

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.complaints())
        .containsExactly("ycsb: the binding can't end: not all was written");
    assertThat(run.results()).contains("[OVERALL], RunTime(ms)");
  }

  @ParameterizedTest
  @CsvSource({"'', ''", "hybrid.exit=ycsb, ' -p '"})
  void asYcsbDoesOrNotAnIncompleteLoadIsTold(String property, String option) throws Exception {
    ClientRun run =
        ClientRun.of("-load -p recordcount=9 -p counting.failing=refuse" + option + property);

    assertThat(run.status()).isEqualTo(property.isEmpty() ? 1 : 0);
    assertThat(run.complaints()).hasSize(1);
  }

  @Test
  void withoutACountTheTimeEndsARun() throws Exception {
    ClientRun run =
        ClientRun.of(
            "-t -threads 3 -target 500 -p recordcount=9 -p operationcount=0"
                + " -p maxexecutiontime=1");

    assertThat(run.status()).isZero();
    assertThat(run.operations()).isPositive();
    assertThat(run.complaints()).isEmpty();
  }

  @Test
  void manyThreadsKeepALowRateTogether() throws Exception {
    ClientRun run =
        ClientRun.of("-t -threads 20 -target 100 -p recordcount=9 -p operationcount=40");

    assertThat(run.status()).isZero();
    assertThat(run.operations()).isEqualTo(40);
  }

  /** YCSB would look for an inserted key among 2,000,000,000. */
  @Test
  void aRunThatTheTimeEndsFindsItsKeysAlsoIfItsCountIsHuge() throws Exception {
    ClientRun run =
        ClientRun.of(
            "-t -target 200 -p recordcount=1000 -p operationcount=2000000000"
                + " -p requestdistribution=zipfian -p readproportion=0.95 -p updateproportion=0"
                + " -p insertproportion=0.05 -p maxexecutiontime=1");

    assertThat(run.operations()).isGreaterThan(20);
  }

  @Test
  void aRunThatFindsNoRecordAsksWhetherThereAreAny() throws Exception {
    String words = "-t -p recordcount=9 -p operationcount=300 -p counting.failing=";

    assertThat(ClientRun.of(words + "absent").warnings())
        .singleElement()
        .asString()
        .contains("the first 100 reads have found no record: was the workload loaded?");
    assertThat(ClientRun.of(words + "nothing").warnings()).isEmpty();
  }
}
