package io.hybridycsb.harness.system.immudb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.process.Readiness;
import io.hybridycsb.harness.system.ClusterPlan;
import io.hybridycsb.harness.system.TestPlans;
import io.hybridycsb.harness.system.programs.FakePrograms;
import io.hybridycsb.harness.system.registry.Systems;
import io.hybridycsb.settings.Property;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImmudbSystemTest {
  private static final Map<String, Integer> PORTS = Map.of("node1", 2001, "node1-metrics", 3001);

  @TempDir private Path dir;
  private Path immudb;
  private TestPlans plans;

  @BeforeEach
  void createHome() throws Exception {
    immudb = FakePrograms.script(dir.resolve("immudb"), "echo immudb 1.9.5");
    plans = new TestPlans(Systems.byName("immudb"), dir).with("immudb.program", immudb);
  }

  private ClusterPlan plan(Map<String, String> set) {
    return plans.plan(1, set, PORTS);
  }

  private ProcessSpec server(Map<String, String> set) {
    return TestPlans.process(plan(set), "node1");
  }

  @Test
  void itIsOneServerOnLoopbackWithoutItsOtherWaysIn() {
    ClusterPlan plan = plan(Map.of());
    ProcessSpec server = TestPlans.process(plan, "node1");

    assertThat(TestPlans.names(plan)).containsExactly("node1");
    assertThat(server.role()).isEqualTo("node");
    assertThat(server.address()).isEqualTo("127.0.0.1:2001");
    assertThat(server.ports()).containsExactly(2001, 3001);
    assertThat(server.readiness())
        .isEqualTo(new Readiness.AnswersHttp("127.0.0.1", 3001, "/readyz"));
    assertThat(server.command())
        .startsWith(immudb.toString())
        .contains("--dir=" + plans.run().resolve("node1/data"))
        .contains("--address=127.0.0.1", "--port=2001", "--metrics-server-port=3001")
        .contains("--pgsql-server=false", "--web-server=false");
    assertThat(plan.versions()).containsEntry("immudb", "1.9.5");
  }

  @Test
  void itsPasswordIsRandomAndStandsInNoCommand() throws Exception {
    ClusterPlan plan = plan(Map.of());
    String password = plans.password("node1");

    assertThat(TestPlans.file(plan, "node1/immudb.toml"))
        .isEqualTo("admin-password = \"" + password + "\"\n");
    assertThat(TestPlans.process(plan, "node1").command())
        .contains("--config=" + plans.run().resolve("node1/immudb.toml"));
    assertThat(plan.clientProperties()).containsEntry("immudb.password", password);
    assertThat(TestPlans.seen(plan))
        .contains(plans.run().resolve("passwords/node1").toString())
        .noneMatch(word -> word.contains(password));
  }

  @Test
  void itsDatabaseIsMadeOnceTheServerAnswers() {
    ProcessSpec server = server(Map.of("concurrency", "8", "sync.ms", "5"));

    assertThat(server.beforeFirstStart()).isEmpty();
    assertThat(server.afterFirstStart()).hasSize(1);
    assertThat(server.afterFirstStart().get(0).command())
        .containsSubsequence("create", "--address", "127.0.0.1:2001", "--database", "hybrid")
        .containsSubsequence("--concurrency", "8")
        .containsSubsequence("--sync-ms", "5");
  }

  @Test
  void commitsAreSyncedUnlessToldOtherwise() {
    assertThat(server(Map.of()).command()).contains("--synced=true");
    assertThat(server(Map.of("fsync", "false")).command()).contains("--synced=false");
  }

  @Test
  void anyOtherFlagIsPassedOnAndTheProgramIsNone() {
    assertThat(server(Map.of("immudb.max-recv-msg-size", "67108864")).command())
        .endsWith("--max-recv-msg-size=67108864")
        .noneMatch(flag -> flag.startsWith("--program"));
  }

  @Test
  void clientsAndCommandsKeepOneVerifiedStateWithTheCluster() throws Exception {
    ClusterPlan plan = plan(Map.of());
    String state = plans.run().resolve("verified-state").toString();

    assertThat(plan.clientProperties())
        .isEqualTo(
            Map.of(
                "immudb.address",
                "127.0.0.1:2001",
                "immudb.database",
                "hybrid",
                "immudb.password",
                plans.password("node1"),
                "immudb.state",
                state));
    assertThat(TestPlans.properties(plan, "client.properties"))
        .containsEntry("immudb.state", state);
    assertThat(plan.commands()).containsOnlyKeys("get", "put", "delete", "verify", "audit");
    assertThat(plan.commands().get("get")).contains("some.Binding");
    for (String command : List.of("verify", "audit")) {
      assertThat(plan.commands().get(command))
          .containsSubsequence(command, "--address", "127.0.0.1:2001", "--database", "hybrid")
          .endsWith("--state", state);
    }
  }

  @Test
  void whatTheDatabaseIsMadeWithCannotChange() {
    assertThat(Systems.byName("immudb").options())
        .filteredOn(Property::isFixed)
        .extracting(Property::name)
        .containsExactlyInAnyOrder("sync.ms", "concurrency");
  }

  @Test
  void itsPageHasItsOptionsWithTheirDefaults() throws Exception {
    Path docs = Path.of(System.getProperty("test.bin")).resolveSibling("docs");
    String page = Files.readString(docs.resolve("systems").resolve("immudb.md"));

    for (Property<?> option : Systems.byName("immudb").options()) {
      String name = option.name().replace("*", "NAME");
      assertThat(page)
          .containsPattern(
              "(?m)^\\| `%s` \\|( `?%s`?)? \\|".formatted(name, option.defaultValue().orElse("")));
    }
  }

  @Test
  void aBadValueIsRefused() {
    assertThatThrownBy(() -> plan(Map.of("concurrency", "0")))
        .isInstanceOf(UsageException.class)
        .hasMessage("concurrency must be a whole number from 1 to 4096, not '0'");
  }

  @Test
  void aProgramOfAnotherSeriesIsRefused() throws Exception {
    Path older = FakePrograms.script(dir.resolve("older"), "echo immudb 1.5.0");
    plans.with("immudb.program", older);

    assertThatThrownBy(() -> plan(Map.of()))
        .isInstanceOf(HarnessException.class)
        .hasMessageEndingWith("which says that it is '1.5.0'; immudb 1.9 is expected");
  }
}
