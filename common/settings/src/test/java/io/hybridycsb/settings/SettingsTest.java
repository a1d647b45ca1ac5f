package io.hybridycsb.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SettingsTest {
  private static final String MAX = "block.transactions.max";
  private static final String SECRET = "sesame-4711";
  private static final Property<Integer> TRANSACTIONS =
      Property.integer(MAX, 100, 1, 1000, "transactions of a block");
  private static final Property<Integer> CONNECTIONS =
      Property.integer("redis.read.connections", 4, 1, 9, "connections")
          .formerly("redis.readConnections");
  private static final SettingNames NAMES =
      new SettingNames(
          List.of(
              TRANSACTIONS,
              CONNECTIONS,
              Property.integer("block.linger.ms", 5, 0, 60_000, "a wait"),
              Property.text("sql.password", "TEXT", "", "a password").secret(),
              Property.text("shard#.rpc", "URL", "", "a shard's chain"),
              Property.text("shard#.accounts", "KEYS", "", "a shard's keys").secret(),
              Property.required("node.name", Form.text("NAME"), "a name " + "x".repeat(70))));

  @TempDir private Path directory;

  private Path file(String... lines) throws IOException {
    Path file = directory.resolve("node.properties");
    Files.writeString(file, String.join("\n", lines) + "\nnode.name=node1\n");
    return file;
  }

  private static Settings read(Path file, Map<String, String> environment, String... flags) {
    return Settings.read(NAMES, List.of(file), environment, List.of(flags));
  }

  private static final Map<String, String> VARIABLE =
      Map.of("HYBRID_BLOCK_TRANSACTIONS_MAX", "30", "PATH", "/bin");

  @Test
  void flagIsOverEnvironmentOverFileOverDefault() throws IOException {
    assertThat(read(file(), Map.of()).get(TRANSACTIONS)).isEqualTo(100);
    Path file = file(MAX + " = 20 ");
    assertThat(read(file, Map.of()).get(TRANSACTIONS)).isEqualTo(20);
    assertThat(read(file, VARIABLE).get(TRANSACTIONS)).isEqualTo(30);
    assertThat(read(file, VARIABLE, MAX + "=40").get(TRANSACTIONS)).isEqualTo(40);
    assertThat(read(file, VARIABLE, MAX + "=40", MAX + "=50").text(MAX)).isEqualTo("50");
  }

  @Test
  void laterFileIsOverAnEarlierOne() throws IOException {
    Path later = Files.writeString(directory.resolve("later"), "shard2.rpc=http://later");
    Settings settings =
        Settings.read(NAMES, List.of(file("shard2.rpc=x"), later), Map.of(), List.of());
    assertThat(settings.text("shard2.rpc")).isEqualTo("http://later");
  }

  @Test
  void noFileIsNeededWhereAllElseIsGiven() {
    Settings settings =
        Settings.read(NAMES, List.of(), Map.of("HYBRID_NODE_NAME", "node7"), List.of());
    assertThat(settings.text("node.name")).isEqualTo("node7");
    assertThatThrownBy(() -> Settings.read(NAMES, List.of(), Map.of(), List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("property node.name is missing");
  }

  @ParameterizedTest
  @CsvSource({
    "HYBRID_SHARD12_RPC, shard12.rpc",
    "HYBRID_REDIS_READ_CONNECTIONS, redis.read.connections",
    "HYBRID_REDIS_READCONNECTIONS, redis.read.connections",
    "HYBRID_LOG_FORMAT, log.format",
    "HYBRID_METRICS_LISTEN, metrics.listen",
  })
  void everyPropertyHasItsVariable(String variable, String name) throws IOException {
    assertThat(read(file(), Map.of(variable, "x")).text(name)).isEqualTo("x");
  }

  @Test
  void emptyValueTakesAValueAway() throws IOException {
    Settings settings = read(file("sql.password=x"), Map.of("HYBRID_SQL_PASSWORD", ""));
    assertThat(settings.text("sql.password")).isEmpty();
  }

  @Test
  void aFormerNameIsTakenFromEverywhereAndNotBesideThatOfToday() throws IOException {
    Path file = file("redis.readConnections=7");
    assertThat(read(file, Map.of()).get(CONNECTIONS)).isEqualTo(7);
    Map<String, String> variable = Map.of("HYBRID_REDIS_READCONNECTIONS", "8");
    assertThat(read(file, variable).get(CONNECTIONS)).isEqualTo(8);
    Settings settings = read(file, variable, "redis.readConnections=10");
    assertThat(settings.overrides()).containsExactly("redis.read.connections=10 (--set)");
    assertThatThrownBy(() -> settings.get(CONNECTIONS))
        .hasMessage("--set: redis.read.connections is a whole number from 1 to 9, not 10");
    assertThatThrownBy(() -> read(file, Map.of(), "redis.read.connections=9"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "--set: redis.read.connections and redis.readConnections of "
                + file
                + " are one property; give it once, as redis.read.connections");
    Path both = file("redis.readConnections=7", "redis.read.connections=7");
    assertThatThrownBy(() -> read(both, Map.of())).hasMessageContaining("are one property");
  }

  @Test
  void aPropertyWithoutAValueHasNone() throws IOException {
    assertThat(read(file(), Map.of()).find(SettingNames.METRICS_LISTEN)).isEmpty();
    Settings settings = read(file(), Map.of(), "metrics.listen=localhost:0");
    assertThatThrownBy(() -> settings.find(SettingNames.METRICS_LISTEN))
        .hasMessage("--set: metrics.listen is HOST:PORT, not localhost:0");
  }

  @ParameterizedTest
  @CsvSource({
    "block.linger, block.linger.ms",
    "block.transaction.max, block.transactions.max",
    "block.max.transactions, block.transactions.max",
    "transactions.max, block.transactions.max",
    "sql.pasword, sql.password",
  })
  void unknownNameIsRefusedWithThoseNearIt(String unknown, String near) throws IOException {
    Path file = file(unknown + "=1");
    assertThatThrownBy(() -> read(file, Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(file + ": unknown property " + unknown + "; near it: " + near);
    Path good = file();
    assertThatThrownBy(() -> read(good, Map.of(), unknown + "=1"))
        .hasMessageStartingWith("--set: unknown property " + unknown + "; near it: " + near);
    String variable = SettingNames.variable(unknown);
    assertThatThrownBy(() -> read(good, Map.of(variable, "1")))
        .hasMessageStartingWith(
            "unknown environment variable %s; near it: %s"
                .formatted(variable, SettingNames.variable(near)))
        .hasMessageNotContaining("\n");
  }

  @Test
  void nameThatIsNearNoneIsRefusedWithAll() throws IOException {
    Path file = file();
    assertThatThrownBy(() -> read(file, Map.of(), "xyzzy=1"))
        .hasMessage(
            "--set: unknown property xyzzy; known are block.linger.ms, block.transactions.max, "
                + "log.format, metrics.listen, node.name, redis.read.connections, shard#.accounts, "
                + "shard#.rpc, sql.password");
    assertThatThrownBy(() -> read(file, Map.of(), "shard0.rpc=1"))
        .hasMessageStartingWith("--set: unknown property shard0.rpc; near it: shard#.rpc");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"HYBRID_DIR", "HYBRID_PYTHON", "HYBRID_REDIS_SERVER", "HYBRID_MONGOD", "MAX"})
  void variablesOfOtherProgramsAreLeftAlone(String variable) throws IOException {
    assertThat(read(file(), Map.of(variable, "x")).overrides()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"0", "1001", "many", "''"})
  void wrongValueIsNamedWithWhereItComesFrom(String value) throws IOException {
    String expected = MAX + " is a whole number from 1 to 1000, not " + value;
    Path file = file(MAX + "=" + value);
    assertThatThrownBy(() -> read(file, Map.of()).get(TRANSACTIONS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(file + ": " + expected);
    Map<String, String> variable = Map.of("HYBRID_BLOCK_TRANSACTIONS_MAX", value);
    assertThatThrownBy(() -> read(file, variable).get(TRANSACTIONS))
        .hasMessage("HYBRID_BLOCK_TRANSACTIONS_MAX: " + expected);
    assertThatThrownBy(() -> read(file, variable, MAX + "=" + value).get(TRANSACTIONS))
        .hasMessage("--set: " + expected);
  }

  @Test
  void wordThatIsNoneOfThoseAllowedIsNamedWithThem() throws IOException {
    Settings settings = read(file(), Map.of("HYBRID_LOG_FORMAT", "xml"));
    assertThatThrownBy(() -> settings.get(SettingNames.LOG_FORMAT))
        .hasMessage("HYBRID_LOG_FORMAT: log.format is text or json, not xml");
  }

  @Test
  void overridesAreToldWithTheirSource() throws IOException {
    Settings settings = read(file(MAX + "=20"), VARIABLE, "block.linger.ms=7");
    assertThat(settings.overrides())
        .containsExactly(
            "block.linger.ms=7 (--set)",
            "block.transactions.max=30 (HYBRID_BLOCK_TRANSACTIONS_MAX)");
  }

  @Test
  void valueOfASecretIsInNoMessage() throws IOException {
    Path file = file();
    Settings settings =
        read(file, Map.of("HYBRID_SHARD1_ACCOUNTS", SECRET), "sql.password=" + SECRET);
    assertThat(settings.text("sql.password")).isEqualTo(SECRET);
    assertThat(settings.overrides())
        .containsExactly(
            "shard1.accounts=(hidden) (HYBRID_SHARD1_ACCOUNTS)", "sql.password=(hidden) (--set)");
    assertThat(settings.wrong("sql.password", "is longer")).message().doesNotContain(SECRET);
    assertThatThrownBy(() -> read(file, Map.of(), "sql.pasword=" + SECRET))
        .message()
        .doesNotContain(SECRET);
    assertThatThrownBy(() -> read(file, Map.of(), SECRET))
        .message()
        .isEqualTo("--set takes NAME=VALUE");
    assertThatThrownBy(() -> read(file, Map.of("HYBRID_SQL_PASWORD", SECRET)))
        .message()
        .doesNotContain(SECRET);
  }

  @Test
  void argumentsThatAreNotUnderstoodAreShownWithoutTheirValues() {
    assertThat(Settings.withoutValues("Unknown options: '--sett', 'sql.password=a b', 'x=c'"))
        .isEqualTo("Unknown options: '--sett', 'sql.password=...', 'x=...'");
  }

  @Test
  void absentAndUnreadableFilesAreNamed() {
    Path absent = directory.resolve("absent");
    assertThatThrownBy(() -> read(absent, Map.of())).hasMessage("no configuration file " + absent);
    assertThatThrownBy(() -> read(directory, Map.of()))
        .hasMessageStartingWith("can't read " + directory)
        .hasMessageNotContaining("\n");
  }

  @Test
  void helpSaysTheOrderAndNamesEveryProperty() {
    assertThat(NAMES.help("--config"))
        .contains(
            "  1. --set NAME=VALUE",
            "  3. the file that --config names",
            "  block.transactions.max [100]",
            "      transactions of a block",
            "  node.name (required)",
            "      a name",
            "      " + "x".repeat(70),
            "  sql.password (secret)")
        .noneMatch(line -> line.contains("readConnections"));
  }
}
