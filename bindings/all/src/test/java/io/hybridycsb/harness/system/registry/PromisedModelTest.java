package io.hybridycsb.harness.system.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.system.Model;
import io.hybridycsb.harness.system.Settings;
import io.hybridycsb.harness.system.SystemData;
import io.hybridycsb.harness.system.SystemDescription;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PromisedModelTest {
  private static final Path PAGES = Path.of("../../docs/systems");

  /** In the list of systems: names, and their page. */
  private static final Pattern PAGE =
      Pattern.compile("(?m)^\\| \\[(`[a-z-]+`(?:, `[a-z-]+`)*)]\\(([a-z-]+\\.md)\\)");

  private static final Pattern MODEL =
      Pattern.compile("- \\*\\*\\[Checks]\\(../checking.md\\)\\*\\*: (`[a-z-]+`|nothing)");

  private static String promised(String system, Map<String, String> set, Map<String, String> ycsb) {
    SystemDescription description = Systems.byName(system);
    Optional<Model> model =
        description.promisedModel(new Settings(description.options(), set), ycsb);
    return model.map(Model::title).orElse("none");
  }

  /** A new system has to choose, and to say so. */
  @Test
  void everySystemsPageSaysWhatItPromises() throws IOException {
    Map<String, String> told = new TreeMap<>();
    Matcher page = PAGE.matcher(Files.readString(PAGES.resolve("README.md")));
    while (page.find()) {
      Matcher model = MODEL.matcher(Files.readString(PAGES.resolve(page.group(2))));
      assertThat(model.find()).as(page.group(2)).isTrue();
      String title = model.group(1).equals("nothing") ? "none" : model.group(1).replace("`", "");
      for (String name : page.group(1).split(", ")) {
        told.put(name.replace("`", ""), title);
      }
    }
    Map<String, String> promised = new TreeMap<>();
    Systems.all()
        .forEach(one -> promised.put(one.name(), promised(one.name(), Map.of(), Map.of())));

    assertThat(promised).isEqualTo(told);
  }

  @Test
  void everySystemTellsInFewWordsWhatOneChoosesItBy() {
    for (SystemDescription system : Systems.all()) {
      SystemData.Promises promises = system.data().answers().promises();
      assertThat(promises.failures()).as(system.name()).isIn("crashes", "Byzantine");
      assertThat(promises.replication())
          .as(system.name())
          .matches("(storage|transactions), (consensus|shared log)|one server");
      assertThat(List.of(promises.trusts(), promises.proves(), promises.oneDeadNode()))
          .as(system.name())
          .allMatch(text -> !text.isBlank() && text.split(" ").length <= 8);
    }
  }

  @Test
  void theListToChooseByHasTheSameWords() throws IOException {
    String list = Files.readString(PAGES.resolve("README.md")).split("\n## ", 3)[1];
    for (SystemDescription system : Systems.all()) {
      SystemData.Promises promises = system.data().answers().promises();
      String row =
          "| %s | %s | %s |"
              .formatted(promises.trusts(), promises.proves(), promises.oneDeadNode());
      assertThat(list.lines().filter(line -> line.contains("`" + system.name() + "`")))
          .as(system.name())
          .singleElement()
          .asString()
          .endsWith(row);
    }
  }

  /** A newcomer reads this one first. */
  @Test
  void theReadmesListToChooseByHasTheSameWords() throws IOException {
    String readme = Files.readString(PAGES.resolve("../../README.md"));
    String list = readme.substring(readme.indexOf("## Which system")).split("\n## ", 2)[0];
    for (SystemDescription system : Systems.all()) {
      SystemData.Promises promises = system.data().answers().promises();
      assertThat(list.lines().filter(line -> line.matches("\\| [^|]*`" + system.name() + "`.*")))
          .as(system.name())
          .singleElement()
          .asString()
          .endsWith("| %s | %s |".formatted(promises.trusts(), promises.oneDeadNode()));
    }
  }

  /** The same of all systems in the lists that readers compare. */
  @Test
  void whatOneServerIsAndWhatToleratesLiesIsAsInTheListOfSystems() throws IOException {
    String page = Files.readString(PAGES.resolve("README.md"));
    for (SystemDescription system : Systems.all()) {
      SystemData.Promises promises = system.data().answers().promises();
      Matcher line =
          Pattern.compile("(?m)^\\| \\[`%s`].*\\| (CFT|BFT|less|crashes)".formatted(system.name()))
              .matcher(page.substring(page.indexOf("## By the paper's dimensions")));
      assertThat(line.find()).as(system.name()).isTrue();
      assertThat(promises.failures())
          .as(system.name())
          .isEqualTo(line.group(1).equals("BFT") ? "Byzantine" : "crashes");
      assertThat(promises.replication().equals("one server"))
          .as(system.name())
          .isEqualTo(line.group().contains("| one server |"));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "etcd, etcd.read, serializable, committed",
    "quorum, quorum.read, linearizable, linearizable",
    "veritas-tm, veritas.read, local, committed",
    "veritas-tm, veritas.read, linearizable, linearizable",
    "veritas-kafka, veritas.verify, read, committed",
    "veritas-kafka, veritas.verify, batch, linearizable",
    "relational-tm, relational.read, ordered, linearizable",
    "relational-kafka, relational.read, ordered, linearizable",
    "cassandra-lwt, cassandra.read.consistency, local_serial, linearizable",
    "cassandra-lwt, cassandra.read.consistency, quorum, none",
    "cassandra-lwt, cassandra.mode, plain, none",
    "fabric, fabric.peers, 'peer1:7051', linearizable",
    "fabric, fabric.peers, 'peer1:7051,peer2:7051', committed",
  })
  void clientsPropertiesChangeIt(String system, String property, String value, String model) {
    assertThat(promised(system, Map.of(), Map.of(property, value))).isEqualTo(model);
  }

  @ParameterizedTest
  @CsvSource({
    "veritas-kafka, approval.policy, majority, committed",
    "blockchaindb, chain, quorum-qbft, committed",
    "immudb, fsync, false, none",
    "postgresql, fsync, false, linearizable",
    "mariadb, binlog, false, none",
    "cassandra-lwt, commitlog.sync, periodic, none",
  })
  void theClustersOptionsChangeIt(String system, String option, String value, String model) {
    assertThat(promised(system, Map.of(option, value), Map.of())).isEqualTo(model);
  }

  @Test
  void onlyCassandrasScansPromiseNothing() {
    assertThat(Systems.all())
        .filteredOn(system -> system.data().answers().mixInstants())
        .extracting(SystemDescription::name)
        .containsExactly("cassandra-lwt");
  }

  @Test
  void sessionsOfVeritasHoldWhereItsNodesMayLag() {
    assertThat(
            promised(
                "veritas-kafka",
                Map.of("approval.policy", "majority"),
                Map.of("veritas.read", "session")))
        .isEqualTo("process-session");
    assertThat(promised("blockchaindb", Map.of("chain", "quorum-qbft", "shards", "2"), Map.of()))
        .isEqualTo("committed");
    assertThat(
            promised(
                "blockchaindb",
                Map.of("chain", "quorum-qbft"),
                Map.of("blockchaindb.read", "eventual")))
        .isEqualTo("committed");
  }
}
