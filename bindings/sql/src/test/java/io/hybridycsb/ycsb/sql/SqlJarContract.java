package io.hybridycsb.ycsb.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.veritas.stores.sql.SqlServer;
import io.hybridycsb.ycsb.support.BindingJarContract;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar of the bindings for relational databases, under one of their names. */
abstract class SqlJarContract extends BindingJarContract {
  private final String binding;
  private final String protocol;
  @TempDir private Path database;

  /**
   * @param protocol what addresses begin with, after {@code jdbc:}
   */
  SqlJarContract(String binding, String protocol, Class<? extends SqlDb> client, String title) {
    super(
        binding,
        client.getName(),
        "no %s answered at jdbc:%s://%s/db within 2000 ms".formatted(title, protocol, NOBODY),
        binding + ".comit");
    this.binding = binding;
    this.protocol = protocol;
  }

  /** Starts a server that keeps its files in a directory. */
  abstract SqlServer newServer(Path directory) throws Exception;

  private Map<String, String> properties(String url, int timeoutMs) {
    Map<String, String> properties = new HashMap<>();
    properties.put(binding + ".url", url);
    properties.put(binding + ".timeout.ms", Integer.toString(timeoutMs));
    return properties;
  }

  @Override
  protected Map<String, String> absentCluster() {
    return properties("jdbc:%s://%s/db".formatted(protocol, NOBODY), 2_000);
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

  @Test
  void ycsbLoadsAndRunsOnARealDatabaseWithoutAWordFromLoggers() throws Exception {
    try (SqlServer server = newServer(database)) {
      Map<String, String> properties = properties(server.url(), 60_000);
      Run load = ycsb("-load", properties, List.of());
      assertThat(load.output()).as(load.errors()).contains("[INSERT], Return=OK, 100");
      assertThat(load.exit()).isZero();

      Run run = ycsb("-t", properties, List.of());
      assertThat(run.output()).as(run.errors()).contains("[READ], Return=OK, ");
      assertThat(run.output()).doesNotContain("UNEXPECTED_STATE").doesNotContain("ERROR");
      assertThat(load.errors() + run.errors())
          .doesNotContainIgnoringCase("slf4j")
          .doesNotContain("WARN");
      assertThat(run.exit()).isZero();
    }
  }
}
