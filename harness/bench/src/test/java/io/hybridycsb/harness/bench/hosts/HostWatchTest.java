package io.hybridycsb.harness.bench.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.bench.probe.HostSnapshot;
import io.hybridycsb.harness.bench.probe.ProcessSnapshot;
import io.hybridycsb.harness.process.ProcessUse;
import io.hybridycsb.harness.process.ThreadUse;
import java.util.List;
import org.junit.jupiter.api.Test;

class HostWatchTest {
  private static String stat(int id, String name, int ticks) {
    return id + " (" + name + ") S 1 1 1 0 -1 0 0 0 0 0 " + ticks + " 50 0 0 20 0 9 0 77 1000 25 0";
  }

  @Test
  void aHostTellsWhatItAndItsClientsDo() {
    HostSnapshot host =
        HostWatch.parse(
            List.of(
                "busy 100 20 30 9000 500 40 10 0 0 0",
                "core",
                "core",
                "client client1",
                "process " + stat(7, "java", 150),
                "thread " + stat(7, "java", 50),
                "thread " + stat(8, "C2 CompilerThre", 100),
                "written 4096",
                "client client2"));

    assertThat(host.cores()).isEqualTo(2);
    assertThat(host.busySeconds()).isEqualTo(2);
    assertThat(host.clients()).containsOnlyKeys("client1");
    ProcessSnapshot client = host.clients().get("client1");
    assertThat(client.use()).isEqualTo(new ProcessUse(2, 25 * 4096, 4096));
    assertThat(client.threads())
        .containsExactly(
            new ThreadUse(7, "java", 77, 1), new ThreadUse(8, "C2 CompilerThre", 77, 1.5));
  }

  @Test
  void aHostWithoutProcTellsNothing() {
    HostSnapshot host = HostWatch.parse(List.of("client client1"));

    assertThat(host.cores()).isZero();
    assertThat(host.clients()).isEmpty();
  }

  @Test
  void aShellsTimesAreThoseOfTheClientThatItHasWaitedFor() {
    assertThat(ClientsOnHost.cpuSeconds("0m0.01s 0m0.02s\n1m2.50s 0m0.250000s\n")).isEqualTo(62.75);
  }
}
