package io.hybridycsb.it.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.release.Ended;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clients that share a JVM end as if each had its own. */
class YcsbJvmTest {
  private static final Duration TIMEOUT = Duration.ofMinutes(3);

  @TempDir private Path dir;
  @AutoClose private YcsbJvm ycsb;

  @BeforeEach
  void prepare() {
    ycsb =
        new YcsbJvm(
            System.getProperty("java.class.path"),
            EndingDb.class.getName(),
            dir,
            List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
  }

  private Ended run(String end, int operations) {
    List<String> options =
        List.of(
            "-p", "workload=site.ycsb.workloads.CoreWorkload",
            "-p", "recordcount=10",
            "-p", "operationcount=" + operations,
            "-p", "readproportion=1",
            "-p", "updateproportion=0",
            "-p", "end=" + end);
    return ycsb.run("run", options, TIMEOUT).orElseThrow();
  }

  private static String process(Ended ended) {
    return ended
        .out()
        .lines()
        .filter(line -> line.startsWith("process "))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void eachCountsItsOwnOperations() {
    Ended first = run("", 10).requireSuccess();
    Ended second = run("", 20).requireSuccess();

    assertThat(first.out()).contains("[READ], Operations, 10", "[READ], Return=OK, 10");
    assertThat(second.out()).contains("[READ], Operations, 20", "[READ], Return=OK, 20");
    assertThat(process(second)).isEqualTo(process(first));
  }

  @ParameterizedTest
  @CsvSource({
    "terminate, 1, ending: terminated",
    "fail-at-end, 1, ending: failed at its end",
    "halt, 3, ''"
  })
  void oneThatFailsEndsTheProcessWithItsStatusAndTheNextHasAnother(
      String end, int status, String said) {
    Ended failed = run(end, 10);
    Ended next = run("", 10).requireSuccess();

    assertThat(failed.status()).as("%s", failed).isEqualTo(status);
    assertThat(failed.err()).contains(said);
    assertThat(process(next)).isNotEqualTo(process(failed));
    assertThat(next.out()).contains("[READ], Operations, 10");
  }
}
