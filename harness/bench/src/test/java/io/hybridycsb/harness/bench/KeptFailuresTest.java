package io.hybridycsb.harness.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.bench.crash.PromiseCheck;
import io.hybridycsb.harness.bench.plan.Plan;
import io.hybridycsb.harness.results.RunFiles;
import io.hybridycsb.harness.results.RunResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeptFailuresTest extends FiledRuns {
  @Test
  void aRunWhoseResultCannotBeReadIsKeptAndOthersStopAtItNoMore() throws Exception {
    Plan.Run run = run("name: a\ntitle: A\n");
    measured(run);
    Path file = results.directory(run).resolve(RunResult.FILE);
    Files.writeString(file, "{\"format\": 1, \"incor");

    measured(run);

    Path kept = results.directory(run).resolveSibling("1.failed-1");
    assertThat(kept.resolve("client1.out")).exists();
    assertThat(results.earlierFailures(run.point()))
        .containsExactly("a run without a result that can be read (" + kept + ")");
    results.remove(run.point());
    assertThat(kept.resolve("client1.out")).exists();
  }

  @ParameterizedTest
  @CsvSource({
    "'\"failure\": \"12 writes were lost\"', true",
    "'\"failure\": \"12 writes were lost\", \"incorrect\": true', true",
    "'\"failure\": \"a timeout\", \"incorrect\": false', false",
    "'\"failure\": \"\"', false",
    "'\"lost\": 12', true",
  })
  void aRunOfAnotherFormatGoesOnlyIfItSaysThatItIsNotIncorrect(String members, boolean kept)
      throws Exception {
    Plan.Run run = run("name: a\ntitle: A\n");
    measured(run);
    Files.writeString(
        results.directory(run).resolve(RunResult.FILE), "{\"format\": 0, " + members + "}");

    results.cleared(run);

    assertThat(Files.exists(results.directory(run).resolveSibling("1.failed-1"))).isEqualTo(kept);
  }

  @Test
  void aCheckThatHasFoundSomethingIsKeptWithoutItsRunsResult() throws Exception {
    Plan.Run run = run("name: a\ntitle: A\n");
    for (int i = 1; i <= 2; i++) {
      Files.writeString(results.cleared(run).resolve(PromiseCheck.PAGE), "NOT linearizable");
    }

    results.remove(run.point());

    Path place = results.directory(run);
    assertThat(place.resolveSibling("1.failed-1").resolve(PromiseCheck.PAGE)).exists();
    assertThat(place.resolveSibling("1.failed-2").resolve(PromiseCheck.PAGE)).exists();
    assertThat(results.earlierFailures(run.point())).hasSize(2);
  }

  @Test
  void theLogsOfAServerThatEndedByItselfAreKept() throws Exception {
    Plan.Run run = run("name: a\ntitle: A\n");
    measured(run);
    results.audited(run, "", Failure.because("node3 ended during the run"));

    results.cleared(run);

    assertThat(results.directory(run).resolveSibling("1.failed-1/servers/node1.log")).exists();
  }

  @Test
  void aFailureOfCorrectnessStaysAResultWhenTheRunIsDoneAgain() throws Exception {
    Plan.Run run = run("name: a\ntitle: A\n");
    measured(run);
    results.audited(run, "", new Failure("12 acknowledged writes were lost", true));
    measured(run);
    results.audited(run, "", new Failure("its audit FAILED", true));

    measured(run);

    Path place = results.directory(run);
    assertThat(results.has(run)).isTrue();
    assertThat(place.resolveSibling("1.failed-1").resolve("client1.out")).exists();
    assertThat(place.resolveSibling("1.failed-2").resolve("servers/node1.log")).exists();
    assertThat(said)
        .hasSize(2)
        .last()
        .asString()
        .contains("failed (its audit FAILED) is kept", "1.failed-2");
    assertThat(results.earlierFailures(run.point()))
        .hasSize(2)
        .first()
        .asString()
        .startsWith("a etcd default, repeat 1: 12 acknowledged writes were lost (");
    assertThat(Files.readString(out.resolve("a/runs.csv")))
        .contains("12 acknowledged writes were lost", "etcd/default/1.failed-1");
  }

  @Test
  void anyOtherFailureGoesWhenTheRunIsDoneAgain() throws Exception {
    Plan.Run run = run("name: a\ntitle: A\n");
    measured(run);
    results.audited(run, "", Failure.because("a timeout"));

    measured(run);

    assertThat(results.directory(run).resolveSibling("1.failed-1")).doesNotExist();
    assertThat(results.earlierFailures(run.point())).isEmpty();
    assertThat(said).isEmpty();
  }

  @Test
  void afterAFreshStartOnlyFailuresOfCorrectnessAreLeft() throws Exception {
    repeated(100);
    repeated(100);
    repeated(100);
    results.audited(repeat(1), "", new Failure("its audit FAILED", true));
    results.cleared(repeat(1));
    results.audited(repeat(2), "", new Failure("12 acknowledged writes were lost", true));

    results.remove(repeat(1).point());

    assertThat(RunFiles.below(out))
        .extracting(file -> file.getParent().getFileName().toString())
        .containsExactly("1.failed-1", "2.failed-1");
    assertThat(results.succeeded(repeat(1).point())).isEmpty();
    assertThat(results.directory(repeat(3))).doesNotExist();
  }

  @Test
  void anAddedRepeatThatFailedForCorrectnessStaysToo() throws Exception {
    for (double throughput : List.of(100, 120, 121, 122)) {
      repeated(throughput);
    }
    results.audited(repeat(4), "", new Failure("its audit FAILED", true));

    results.cleared(repeat(2));

    assertThat(results.directory(repeat(4))).doesNotExist();
    assertThat(results.directory(repeat(4)).resolveSibling("4.failed-1/run.json")).exists();
  }

  @Test
  void noMoreThanAHundredAreKept() throws Exception {
    Plan.Run run = run("name: a\ntitle: A\n");
    measured(run);
    results.audited(run, "", new Failure("its audit FAILED", true));
    for (int k = 1; k <= 100; k++) {
      Files.createDirectories(RunFiles.earlierFailure(results.directory(run), k));
    }

    assertThatThrownBy(() -> results.cleared(run))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("100 runs of");
    assertThat(results.directory(run).resolve("client1.out")).exists();
  }
}
