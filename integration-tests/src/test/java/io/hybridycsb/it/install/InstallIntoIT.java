package io.hybridycsb.it.install;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.release.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code bin/install-into} does to an installation, without a cluster. */
@Tag("pages")
class InstallIntoIT {
  private static final String ETCD = "etcd:io.hybridycsb.ycsb.etcd.EtcdClient";

  @RegisterExtension private final YcsbInstallation ycsb = YcsbInstallation.withSmallJars();

  private List<String> table() throws IOException {
    return Files.readAllLines(ycsb.table());
  }

  private Path onlyJarIn(String directory) throws IOException {
    try (Stream<Path> jars = Files.list(ycsb.home().resolve(directory).resolve("lib"))) {
      return jars.toList().get(0);
    }
  }

  private void requireRefusal(Ended ended, String... parts) {
    assertThat(ended.status()).as("%s", ended).isEqualTo(1);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err().lines())
        .singleElement()
        .asString()
        .startsWith("install-into: ")
        .contains(parts);
  }

  @Test
  void everyBindingHasAJarWhereYcsbLooksAndALineInItsTable() throws IOException {
    Ended ended = ycsb.installInto().requireSuccess();

    assertThat(table())
        .contains(ETCD, "veritas-kafka:io.hybridycsb.ycsb.veritas.VeritasKafkaClient");
    for (String line : table()) {
      if (line.contains(":io.hybridycsb.")) {
        String directory = line.split("[:-]", -1)[0] + "-binding";
        assertThat(ycsb.home().resolve(directory).resolve("lib")).isNotEmptyDirectory();
      }
    }
    assertThat(ended.out())
        .contains("bin/ycsb load basic -cp '" + ycsb.home())
        .contains(" -db io.");
  }

  @Test
  void theWorkloadsOfTransactionsComeAlongAndStayWithTheLastBinding() throws IOException {
    Path smallbank = ycsb.home().resolve("workloads").resolve("smallbank");
    ycsb.installInto("etcd", "fabric").requireSuccess();
    assertThat(smallbank).content().contains("workload=io.hybridycsb.");

    ycsb.installInto("--uninstall", "etcd").requireSuccess();
    assertThat(smallbank).exists();
    ycsb.installInto("--uninstall", "fabric").requireSuccess();
    assertThat(smallbank).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "\n\n", "\r\n"})
  void uninstallLeavesEveryFileAsItWas(String endOfTable) throws IOException {
    Files.writeString(ycsb.table(), "basic:site.ycsb.BasicDB\n# the end" + endOfTable);
    SortedMap<String, String> before = ycsb.files();

    ycsb.installInto().requireSuccess();
    assertThat(table()).contains("basic:site.ycsb.BasicDB", "# the end", ETCD);
    assertThat(ycsb.files()).isNotEqualTo(before);
    ycsb.installInto("--uninstall").requireSuccess();

    assertThat(ycsb.files()).isEqualTo(before);
  }

  @Test
  void installingAgainChangesNothing() throws IOException {
    ycsb.installInto().requireSuccess();
    SortedMap<String, String> once = ycsb.files();

    ycsb.installInto().requireSuccess();

    assertThat(ycsb.files()).isEqualTo(once);
  }

  @Test
  void bindingsComeAndGoOneByOne() throws IOException {
    SortedMap<String, String> before = ycsb.files();
    ycsb.installInto("bigchaindb").requireSuccess();
    SortedMap<String, String> one = ycsb.files();

    ycsb.installInto("bigchaindb-pv", "etcd").requireSuccess();
    assertThat(table()).contains(ETCD).anyMatch(line -> line.startsWith("bigchaindb-pv:"));
    ycsb.installInto("--uninstall", "bigchaindb-pv", "etcd").requireSuccess();
    assertThat(ycsb.files()).isEqualTo(one);

    ycsb.installInto("--uninstall", "bigchaindb").requireSuccess();
    assertThat(ycsb.files()).isEqualTo(before);
  }

  @Test
  void whatWasChangedSinceIsLeftAndNamed() throws IOException {
    ycsb.installInto("etcd", "fabric").requireSuccess();
    Path jar = onlyJarIn("etcd-binding");
    Files.writeString(jar, "mine");
    Path note = Files.writeString(ycsb.home().resolve("fabric-binding").resolve("note"), "mine");
    List<String> changed = table();
    changed.replaceAll(line -> line.startsWith("fabric:") ? "fabric:my.Client" : line);
    changed.add("added:my.Other");
    Files.write(ycsb.table(), changed);

    Ended ended = ycsb.installInto("--uninstall").requireSuccess();

    assertThat(ended.err())
        .contains("left etcd-binding/lib/" + jar.getFileName())
        .contains("left fabric-binding, which holds other files")
        .contains("left 'fabric:my.Client' in bin/bindings.properties");
    assertThat(jar).hasContent("mine");
    assertThat(note).hasContent("mine");
    assertThat(table())
        .contains("fabric:my.Client", "added:my.Other", "basic:site.ycsb.BasicDB")
        .noneMatch(line -> line.contains("hybridycsb"));
  }

  @Test
  void anotherVersionTakesTheOldOnesPlaceForEveryBindingThatIsThere() throws IOException {
    SortedMap<String, String> before = ycsb.files();
    ycsb.installInto(ycsb.releaseOf("etcd", "0.0.9"), "etcd").requireSuccess();
    assertThat(onlyJarIn("etcd-binding")).hasContent("0.0.9");

    ycsb.installInto("veritas-kafka").requireSuccess();
    ycsb.installInto("--uninstall", "veritas-kafka").requireSuccess();
    assertThat(onlyJarIn("etcd-binding").getFileName().toString()).doesNotContain("0.0.9");
    assertThat(table()).containsOnlyOnce(ETCD);

    ycsb.installInto("--uninstall").requireSuccess();
    assertThat(ycsb.files()).isEqualTo(before);
  }

  @Test
  void aBindingOfOthersIsNotReplaced() throws IOException {
    Files.writeString(ycsb.table(), "etcd:my.Client\n", StandardOpenOption.APPEND);
    SortedMap<String, String> before = ycsb.files();

    requireRefusal(ycsb.installInto(), "'etcd'", "etcd:my.Client");

    assertThat(ycsb.files()).isEqualTo(before);
    ycsb.installInto("fabric").requireSuccess();
    assertThat(table()).contains("etcd:my.Client").anyMatch(line -> line.startsWith("fabric:"));
  }

  @Test
  void aFileOfOthersIsNotReplaced() throws IOException {
    ycsb.installInto("etcd").requireSuccess();
    Path jar = onlyJarIn("etcd-binding");
    Files.writeString(jar, "mine");
    SortedMap<String, String> before = ycsb.files();

    requireRefusal(ycsb.installInto(), jar.getFileName().toString(), "in the way");

    assertThat(ycsb.files()).isEqualTo(before);
  }

  @Test
  void whatComesAfterYcsb17IsTakenIfItIsForced() throws IOException {
    Path core = ycsb.home().resolve("lib").resolve("core-0.17.0.jar");
    Files.move(core, core.resolveSibling("core-0.18.0-SNAPSHOT.jar"));
    SortedMap<String, String> before = ycsb.files();
    requireRefusal(
        ycsb.installInto("etcd"), "core-0.18.0-SNAPSHOT.jar", "expected release 0.17", "--force");
    assertThat(ycsb.files()).isEqualTo(before);

    ycsb.installInto("--force", "etcd").requireSuccess();
    assertThat(table()).contains(ETCD);
    ycsb.installInto("--uninstall").requireSuccess();
    assertThat(ycsb.files()).isEqualTo(before);
  }

  @Test
  void whatIsNoYcsbInstallationIsRefused() throws IOException {
    Path core = ycsb.home().resolve("lib").resolve("core-0.17.0.jar");
    Path older = core.resolveSibling("core-0.15.0.jar");
    Files.move(core, older);
    requireRefusal(ycsb.installInto("--force"), "core-0.15.0.jar", "expected release 0.17");
    Files.delete(older);
    requireRefusal(ycsb.installInto(), "is no YCSB installation", "lib/core-0.17.0.jar");
    Files.delete(ycsb.table());
    requireRefusal(ycsb.installInto(), "is no YCSB installation", "bin/bindings.properties");
    Files.writeString(ycsb.home().resolve("pom.xml"), "<project/>");
    requireRefusal(ycsb.installInto("--force"), "is a source tree", "by Maven");
  }

  @Test
  void misuseIsToldInOneLineAndHelpNamesTheBindings() {
    Map<String, String> misuses =
        Map.of("no-such", "no binding 'no-such'", "--frobnicate", "unknown option '--frobnicate'");
    misuses.forEach(
        (argument, message) -> {
          Ended ended = ycsb.installInto(argument);
          assertThat(ended.status()).isEqualTo(2);
          assertThat(ended.err().lines()).singleElement().asString().contains(message);
        });
    assertThat(ycsb.installInto("--help").requireSuccess().out())
        .startsWith("Usage: install-into YCSB_HOME")
        .contains("  veritas-kafka\n");
    assertThat(ycsb.installInto("--uninstall").requireSuccess().err())
        .contains("nothing of hybrid-ycsb is installed");
  }
}
