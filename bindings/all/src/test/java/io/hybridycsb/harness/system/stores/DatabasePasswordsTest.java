package io.hybridycsb.harness.system.stores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.process.SetupCommand;
import io.hybridycsb.harness.system.ClusterPlan;
import io.hybridycsb.harness.system.TestPlans;
import io.hybridycsb.harness.system.programs.FakePrograms;
import io.hybridycsb.harness.system.registry.Systems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The databases of all systems that have some. */
class DatabasePasswordsTest {
  private static final Pattern USERS = Pattern.compile("-(postgres|root|ycsb|veritas|relational)$");

  @TempDir private Path dir;

  private TestPlans plans(String system) throws Exception {
    Path postgres = FakePrograms.script(dir.resolve("pg/postgres"), "echo postgres 16.2");
    Path mariadbd = FakePrograms.script(dir.resolve("maria/bin/mariadbd"), "echo Ver 11.8.1");
    TestPlans plans = new TestPlans(Systems.byName(system), dir);
    if (!system.equals("mariadb")) {
      plans.with("postgresql.bin", postgres.getParent());
    }
    if (!system.startsWith("postgresql")) {
      plans.with("mariadb.home", mariadbd.getParent().getParent());
    }
    if (system.endsWith("-tm")) {
      plans.with("cometbft.program", FakePrograms.cometBft(dir.resolve("cometbft"), "0.38.26"));
    }
    return plans;
  }

  /** Of each process, and what prepares it; and for people. */
  private static List<String> commands(ClusterPlan plan) {
    List<String> words = new ArrayList<>();
    for (ProcessSpec process : plan.processes()) {
      words.addAll(process.command());
      words.addAll(process.environment().values());
      Stream.of(process.beforeFirstStart(), process.afterFirstStart(), process.beforeRestart())
          .flatMap(List::stream)
          .map(SetupCommand::command)
          .forEach(words::addAll);
    }
    plan.commands().values().forEach(words::addAll);
    return words;
  }

  /** Of the databases' users; other servers have theirs beside them. */
  private static List<String> passwords(Path run) throws IOException {
    List<String> passwords = new ArrayList<>();
    try (Stream<Path> files = Files.list(run.resolve("passwords"))) {
      for (Path file : files.toList()) {
        if (USERS.matcher(file.getFileName().toString()).find()) {
          passwords.add(Files.readString(file).strip());
        }
      }
    }
    return passwords;
  }

  @ParameterizedTest
  @CsvSource({
    "postgresql,,",
    "postgresql-ledger,,",
    "mariadb,,",
    "relational-kafka,,",
    "relational-tm,database,postgresql",
    "relational-tm,database,mariadb",
    "veritas-kafka,state.store,postgresql",
    "veritas-kafka,state.store,mariadb"
  })
  void nobodyIsTrustedAndNoPasswordStandsInACommand(String system, String option, String value)
      throws Exception {
    TestPlans plans = plans(system);
    ClusterPlan plan = plans.plan(2, option == null ? Map.of() : Map.of(option, value));
    List<String> passwords = passwords(plans.run());

    assertThat(passwords).hasSizeGreaterThan(1).doesNotHaveDuplicates();
    assertThat(commands(plan))
        .doesNotContain("trust", "--skip-grant-tables")
        .noneMatch(word -> passwords.stream().anyMatch(word::contains));
    assertThat(plan.files().values())
        .noneMatch(Pattern.compile("(?i)\\btrust\\b").asPredicate())
        .anyMatch(text -> passwords.stream().anyMatch(text::contains));
    plan.files()
        .forEach(
            (file, text) -> {
              if (passwords.stream().anyMatch(text::contains)) {
                assertThat(file.toString()).matches(".*/(client|node[0-9]+/node)\\.properties");
              }
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"postgresql", "mariadb"})
  void aDatabaseThatLetsEverybodyInIsNotStartedAgain(String system) throws Exception {
    TestPlans plans = plans(system);
    Path data = Files.createDirectories(plans.run().resolve("node1/data"));

    assertThatThrownBy(() -> plans.plan(1, Map.of()))
        .isInstanceOf(HarnessException.class)
        .hasMessage(
            "an older release has made %s, without passwords; remove the cluster with 'hybrid down %s --purge' first"
                .formatted(data, system));

    Files.delete(data);
    plans.plan(1, Map.of());
    Files.createDirectories(data);
    plans.plan(1, Map.of());
  }
}
