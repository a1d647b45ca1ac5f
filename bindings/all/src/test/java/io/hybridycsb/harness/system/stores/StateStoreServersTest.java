package io.hybridycsb.harness.system.stores;

import static io.hybridycsb.harness.system.TestPlans.names;
import static io.hybridycsb.harness.system.TestPlans.process;
import static io.hybridycsb.harness.system.TestPlans.properties;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.system.ClusterPlan;
import io.hybridycsb.harness.system.TestPlans;
import io.hybridycsb.harness.system.programs.FakePrograms;
import io.hybridycsb.harness.system.registry.Systems;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The databases of which each node can have one of its own. */
class StateStoreServersTest {
  @TempDir private Path dir;
  private TestPlans plans;

  @BeforeEach
  void createHome() throws Exception {
    plans = new TestPlans(Systems.byName("veritas-kafka"), dir);
  }

  private ClusterPlan plan(Map<String, String> set) {
    return plans.plan(2, set);
  }

  /** A program that tells its version. */
  private Path program(String path, String version) throws Exception {
    return FakePrograms.script(dir.resolve(path), "echo '" + version + "'");
  }

  @Test
  void eachNodeHasAPostgresqlOfItsOwn() throws Exception {
    Path bin = program("pg/bin/postgres", "postgres (PostgreSQL) 16.2").getParent();
    ClusterPlan plan = plan(Map.of("state.store", "postgresql", "postgresql.bin", bin.toString()));

    assertThat(names(plan)).contains("postgresql1", "postgresql2").doesNotContain("redis1");
    assertThat(plan.versions()).containsEntry("PostgreSQL", "16.2");
    assertThat(properties(plan, "node2/node.properties"))
        .containsEntry("state.store", "sql")
        .containsEntry("sql.user", "veritas")
        .containsEntry(
            "sql.url",
            "jdbc:postgresql://%s/veritas?requireAuth=scram-sha-256"
                .formatted(process(plan, "postgresql2").address()));
  }

  @Test
  void eachNodeHasAMariaDbOfItsOwn() throws Exception {
    Path home = program("maria/bin/mariadbd", "mariadbd  Ver 11.8.1-MariaDB").getParent();
    ClusterPlan plan =
        plan(Map.of("state.store", "mariadb", "mariadb.home", home.getParent().toString()));

    assertThat(names(plan)).contains("mariadb1", "mariadb2").doesNotContain("redis1");
    assertThat(plan.versions()).containsEntry("MariaDB", "11.8.1");
    assertThat(properties(plan, "node1/node.properties"))
        .containsEntry("state.store", "sql")
        .extractingByKey("sql.url")
        .asString()
        .startsWith("jdbc:mariadb://" + process(plan, "mariadb1").address() + "/");
  }

  @Test
  void aMongodThatIsNamedIsRun() throws Exception {
    Path mongod = program("mongod", "db version v8.0.4");
    ClusterPlan plan = plan(Map.of("state.store", "mongodb", "mongodb.server", mongod.toString()));

    assertThat(process(plan, "mongodb1").command()).startsWith(mongod.toString());
    assertThat(plan.versions()).containsEntry("MongoDB", "8.0.4");
    assertThat(properties(plan, "node1/node.properties"))
        .containsEntry("state.store", "mongodb")
        .containsEntry("mongodb.url", "mongodb://" + process(plan, "mongodb1").address());
  }

  @Test
  void aReleaseWithoutTheProgramSaysWhichOptionNamesOne() {
    assertThatThrownBy(() -> plan(Map.of("state.store", "mariadb")))
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("mariadb.home");
    assertThatThrownBy(() -> plan(Map.of("state.store", "postgresql")))
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("postgresql.bin");
  }
}
