package io.hybridycsb.harness.bench.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.UsageException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExperimentTest {
  @TempDir Path directory;
  private TestExperiments files;

  @BeforeEach
  void common() {
    files = new TestExperiments(directory);
    files.write(
        "common.yaml",
        """
        records: 1000
        clients: 256
        overrides:
          etcd: {records: 500}
        quick:
          clients: 64
          records: 50
          overrides:
            etcd: {clients: 8}
        """);
  }

  @Test
  void aSystemsOwnSettingsWinOverGeneralOnesAndQuickOnesOverBoth() {
    Experiment experiment =
        files.read(
            """
            extends: common.yaml
            name: a
            title: A
            """);

    assertThat(texts(experiment.of("fabric", false), "records", "clients"))
        .containsExactly("1000", "256");
    assertThat(texts(experiment.of("etcd", false), "records", "clients"))
        .containsExactly("500", "256");
    assertThat(texts(experiment.of("fabric", true), "records", "clients"))
        .containsExactly("50", "64");
    assertThat(texts(experiment.of("etcd", true), "records", "clients")).containsExactly("50", "8");
  }

  @Test
  void anExperimentsOwnSettingsWinOverThoseItExtends() {
    Experiment experiment =
        files.read(
            """
            extends: common.yaml
            name: a
            title: A
            records: 7
            quick: {records: 6}
            """);

    assertThat(texts(experiment.of("fabric", false), "records")).containsExactly("7");
    assertThat(texts(experiment.of("fabric", true), "records")).containsExactly("6");
  }

  @Test
  void anUnknownSettingIsRefusedAndTheKnownOnesAreNamed() {
    assertRefused("name: a\ntitle: A\nrecrods: 5\n", "unknown setting 'recrods'", "records");
    assertRefused("name: a\ntitle: A\nvary: {clinets: [5]}\n", "unknown dimension 'clinets'");
    assertRefused("name: a\ntitle: A\noverrides: {etc: {records: 1}}\n", "unknown system 'etc'");
    assertRefused("name: a\ntitle: A\npaper: vldb\n", "there is no paper 'vldb'", "sigmod21");
    assertRefused("name: a\ntitle: A\ngather: comon\n", "no system says anything of 'comon'");
  }

  @Test
  void aWrongValueIsRefusedWithItsFile() {
    Experiment experiment =
        files.read(
            """
            extends: common.yaml
            name: a
            title: A
            records: many
            """);

    assertThatThrownBy(() -> experiment.of("etcd", false).number("records", 1, 1))
        .isInstanceOf(UsageException.class)
        .hasMessageMatching("/.*\\.yaml: records must be a whole number, at least 1, not \"many\"");
  }

  @Test
  void whatASystemSaysWinsOverTheFileThatGathersItAndLosesToOneThatExtendsThat() {
    files.write("gathering.yaml", "gather: crash\nkill: node2\nseconds: 9\n");
    String extending = "extends: gathering.yaml\nname: a\ntitle: A\n";

    assertThat(texts(files.read(extending).of("mariadb", false), "kill", "seconds"))
        .containsExactly("node1", "9");
    assertThat(texts(files.read(extending).of("etcd", false), "kill")).containsExactly("node2");
    assertThat(texts(files.read(extending + "kill: node3\n").of("mariadb", false), "kill"))
        .containsExactly("node3");
  }

  @Test
  void aValueOfTheWrongKindIsRefusedWithWhatWasExpected() {
    assertRefused(
        "name: a\ntitle: A\nrecords: many\n",
        "records must be a whole number, at least 1, not \"many\"");
  }

  @Test
  void aFileThatIsMissingOrNoYamlIsRefusedInOneLine() {
    assertThatThrownBy(() -> Experiment.read(directory.resolve("none.yaml")))
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("none.yaml");
    assertRefused("name: [a", "is no YAML");
    assertRefused("extends: experiment.yaml\n", "extend one another");
  }

  private void assertRefused(String text, String... parts) {
    assertThatThrownBy(() -> files.points(text, "etcd"))
        .isInstanceOf(UsageException.class)
        .hasMessageContainingAll(parts)
        .hasMessageNotContaining("\n");
  }

  private static List<String> texts(FileSettings settings, String... names) {
    return Arrays.stream(names).map(settings::text).toList();
  }
}
