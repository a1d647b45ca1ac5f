package io.hybridycsb.ycsb.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.ycsb.support.BindingJarContract;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The jar of the bindings for relational databases. */
@Tag("databases")
class ShadedJarIT extends BindingJarContract {
  private static final String ABSENT = "jdbc:postgresql://" + NOBODY + "/db";

  ShadedJarIT() {
    super(
        "postgresql",
        PostgresqlClient.class.getName(),
        "no PostgreSQL answered at " + ABSENT + " within 2000 ms",
        "postgresql.comit");
  }

  static List<Arguments> bindings() throws Exception {
    TestDatabases.PostgresqlUrls postgresql = TestDatabases.postgresql();
    return List.of(
        Arguments.of("postgresql", PostgresqlClient.class, postgresql.plain()),
        Arguments.of("postgresql-ledger", PostgresqlLedgerClient.class, postgresql.withLedger()),
        Arguments.of("mariadb", MariaDbClient.class, TestDatabases.mariaDb()));
  }

  private static Map<String, String> properties(String binding, String url, int timeoutMs) {
    return Map.of(binding + ".url", url, binding + ".timeout.ms", Integer.toString(timeoutMs));
  }

  @Override
  protected Map<String, String> absentCluster() {
    return properties("postgresql", ABSENT, 2_000);
  }

  @Test
  void itsDriversDoNotAnswerForThoseOfOtherBindings() throws Exception {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      assertThat(jar.stream().map(JarEntry::getName))
          .doesNotContain("META-INF/services/java.sql.Driver");
    }
  }

  @Test
  void itTellsTheLicencesOfTheDrivers() throws Exception {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      assertThat(jar.stream().map(JarEntry::getName))
          .contains(
              "META-INF/licenses/mariadb-java-client.txt", "META-INF/licenses/postgresql.txt");
    }
  }

  /** In every build the integration tests load and run by the same jar. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("bindings")
  @Tag("campaign")
  void ycsbLoadsAndRunsOnARealDatabaseWithoutAWordFromLoggers(
      String binding, Class<? extends SqlDb> client, String url) throws Exception {
    Map<String, String> properties = properties(binding, url, 60_000);
    Run load = ycsb(client.getName(), "-load", properties, List.of());
    assertThat(load.output()).as(load.errors()).contains("[INSERT], Return=OK, 100");
    assertThat(load.exit()).isZero();

    Run run = ycsb(client.getName(), "-t", properties, List.of());
    assertThat(run.output()).as(run.errors()).contains("[READ], Return=OK, ");
    assertThat(run.output()).doesNotContain("UNEXPECTED_STATE").doesNotContain("ERROR");
    assertThat(load.errors() + run.errors())
        .doesNotContainIgnoringCase("slf4j")
        .doesNotContain("WARN");
    assertThat(run.exit()).isZero();
  }
}
