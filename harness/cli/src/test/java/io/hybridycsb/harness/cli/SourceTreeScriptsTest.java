package io.hybridycsb.harness.cli;

import static io.hybridycsb.harness.cli.ScriptRun.STATUS_OF_JAVA;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.cli.ScriptRun.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the scripts in bin/ build in a source tree, whose Maven only notes what it is to build. */
class SourceTreeScriptsTest {
  private static final String MAVEN =
      """
      cd "$(dirname "$0")"
      parent=distribution/target
      while [ "$1" != -pl ]; do
        case $1 in -Drelease.parent=*) parent=${1#*=} ;; esac
        shift
      done
      echo "$2" >>built
      [ ! -f broken ] || exit 1
      if [ -f starts ]; then
        rm -f started
        sh -c 'touch started; i=0; while [ -f starts ] && [ $((i += 1)) -le 300 ]; do sleep 0.1; done' \\
          "$(cat starts)/java" &
        until [ -f started ] || ! kill -0 $!; do :; done
      fi
      if [ "$2" = distribution ]; then
        mkdir -p "$parent/hybrid-ycsb-1.0/etcd-binding/lib" "$parent/hybrid-ycsb-1.0/lib"
        grep -c '' built >"$parent/hybrid-ycsb-1.0/lib/a.jar"
        touch "$parent/hybrid-ycsb-1.0/built" "$parent/hybrid-ycsb-1.0.tar.gz" "$parent/hybrid-ycsb-1.0.tar.gz.sha256"
        cp -R workloads experiments "$parent/hybrid-ycsb-1.0"
        exit
      fi
      for module in $(echo "$2" | tr , ' '); do
        release=$module/target/release
        case $module in
          bindings/*) libs=$(sed -n 's/:.*/-binding/p' "$module/bindings.properties") ;;
          */database-servers) libs='servers/postgresql servers/mariadb' ;;
          harness/cli) libs=harness ;;
          */ycsb-core) libs=. ;;
          *) libs=servers/${module#*/} ;;
        esac
        for lib in $libs; do
          mkdir -p "$release/$lib/lib"
          grep -c '' built >"$release/$lib/lib/a.jar"
        done
      done
      """;
  private static final String ETCD = "bindings/etcd,harness/cli,distribution/ycsb-core";
  private static final String WHOLE = "distribution/target/hybrid-ycsb-1.0";

  @TempDir private Path temp;
  private Path tree;
  private ScriptRun scripts;

  @BeforeEach
  void createSourceTree() throws IOException {
    tree = temp.toRealPath().resolve(".a tree");
    ScriptRun.copyScripts(tree.resolve("bin"));
    Path assembly = Files.createDirectories(tree.resolve("distribution/src/assembly"));
    Files.copy(
        original("distribution/src/assembly").resolve("built.sh"), assembly.resolve("built.sh"));
    for (Path file : filesOfSystems()) {
      Path copy = tree.resolve(original("").relativize(file));
      Files.createDirectories(copy.getParent());
      Files.copy(file, copy);
    }
    for (String file :
        List.of(
            "bindings/sql/src/main/sql/ledger.sql",
            "harness/src/main/java/results/A.java",
            "experiments/fig.yaml",
            "workloads/workloada")) {
      Files.createDirectories(tree.resolve(file).getParent());
      Files.createFile(tree.resolve(file));
    }
    Files.writeString(tree.resolve("pom.xml"), "<project>\n  <version>1.0</version>\n");
    ScriptRun.program(tree.resolve("mvnw"), MAVEN);
    scripts = ScriptRun.in(Files.createDirectories(tree.resolveSibling("w")), temp.resolve("jdk"));
  }

  private static Path original(String path) {
    return ScriptRun.source().resolveSibling(path);
  }

  /** The lists of bindings and of modules in the systems' folders. */
  private static List<Path> filesOfSystems() throws IOException {
    try (Stream<Path> files =
        Files.find(original("bindings"), 2, (file, is) -> is.isRegularFile())) {
      return files
          .filter(file -> file.endsWith("bindings.properties") || file.endsWith("servers"))
          .toList();
    }
  }

  private Result run(String script, String... arguments) throws Exception {
    return scripts.run(Map.of(), tree.resolve("bin").resolve(script), arguments);
  }

  private List<String> built() throws IOException {
    Path file = tree.resolve("built");
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }

  private String home(String release) {
    return "-Dhybrid.home=" + tree.resolve(release);
  }

  private static String system(String name) {
    return "distribution/target/systems/" + name;
  }

  /** As if the file had been changed after every build. */
  private void change(String file) throws IOException {
    Files.setLastModifiedTime(tree.resolve(file), FileTime.from(Instant.now().plusSeconds(3600)));
  }

  private List<String> filesOf(String release) throws IOException {
    Path directory = tree.resolve(release);
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(file -> file.toString().endsWith(".jar") || file.toString().endsWith(".sql"))
          .map(file -> directory.relativize(file).toString())
          .sorted()
          .toList();
    }
  }

  @Test
  void upBuildsWhatTheSystemNeedsOnce() throws Exception {
    Result first = run("hybrid", "up", "--nodes", "3", "etcd");
    Result second = run("hybrid", "up", "etcd");

    assertThat(first.status()).isEqualTo(STATUS_OF_JAVA);
    assertThat(first.err())
        .isEqualTo("hybrid: building the release of etcd alone: a minute or two, the first time\n");
    assertThat(first.out()).contains(home(system("etcd"))).endsWith("up", "--nodes", "3", "etcd");
    assertThat(second.err()).isEmpty();
    assertThat(second.out()).contains(home(system("etcd")));
    assertThat(built()).containsExactly(ETCD);
  }

  @Test
  void aReleaseOfOneSystemIsLaidOutAsTheWholeOne() throws Exception {
    run("hybrid", "up", "veritas-kafka");

    assertThat(filesOf(system("veritas-kafka")))
        .contains(
            "harness/lib/a.jar",
            "lib/a.jar",
            "servers/kafka-server/lib/a.jar",
            "servers/mariadb/lib/a.jar",
            "servers/postgresql/lib/a.jar",
            "servers/veritas-kafka/lib/a.jar",
            "veritas-kafka-binding/lib/a.jar",
            "bindings/sql/src/main/sql/ledger.sql");
    Path bin = tree.resolve(system("veritas-kafka")).resolve("bin");
    assertThat(bin.resolve("ycsb")).isExecutable();
    assertThat(bin.resolve("bindings.properties")).content().contains("\netcd:", "\nveritas-tm:");
  }

  @Test
  void quickstartAndYcsbBuildTheirSystem() throws Exception {
    Result quickstart = run("quickstart", "--keep");
    Result ycsb = run("ycsb", "load", "etcd", "-P", "workloada");

    assertThat(quickstart.out()).contains(home(system("veritas-kafka")));
    Path etcd = tree.resolve(system("etcd"));
    assertThat(ycsb.out())
        .contains(etcd + "/lib/*:" + etcd + "/etcd-binding/lib/*")
        .contains(etcd + "/workloads/workloada");
    assertThat(built()).hasSize(2).contains(ETCD);
  }

  @Test
  void otherCommandsTakeWhatIsThere() throws Exception {
    run("hybrid", "up", "etcd");
    change("harness/src/main/java/results/A.java");

    assertThat(run("hybrid", "status").out()).contains(home(system("etcd")));
    assertThat(run("hybrid", "get", "etcd", "etcd").out()).contains(home(system("etcd")));
    assertThat(built()).hasSize(1);
    Result current = run("hybrid", "up", "etcd");
    assertThat(current.err()).contains("because harness/src/main/java/results/A.java is newer");
    assertThat(built()).hasSize(2);
    assertThat(tree.resolve(system("etcd")).resolve("lib/a.jar")).content().isEqualTo("2\n");
  }

  @Test
  void withoutAnyReleaseTheyBuildThatOfOneSystem() throws Exception {
    assertThat(run("hybrid", "--help").out()).contains(home(system("veritas-kafka")));
    assertThat(run("hybrid", "get", "etcd", "k").out()).contains(home(system("etcd")));
    assertThat(built()).hasSize(2).element(0).asString().startsWith("bindings/veritas,");
    assertThat(run("hybrid", "systems").out()).contains(home(system("etcd")));
    assertThat(built()).hasSize(2);
  }

  @Test
  void aSourceThatIsGoneCountsAsNewer() throws Exception {
    run("hybrid", "up", "etcd");
    Files.delete(tree.resolve("harness/src/main/java/results/A.java"));

    assertThat(run("hybrid", "up", "etcd").err())
        .contains("because harness/src/main/java/results is newer");
    assertThat(built()).hasSize(2);
  }

  @Test
  void aCurrentWholeReleaseServesAll() throws Exception {
    assertThat(run("hybrid", "bench", "--system", "etcd").out()).contains(home(WHOLE));
    assertThat(run("hybrid", "up", "etcd").out()).contains(home(WHOLE));
    assertThat(built()).containsExactly("distribution");

    change("harness/src/main/java/results/A.java");
    assertThat(run("hybrid", "up", "etcd").out()).contains(home(system("etcd")));
    assertThat(run("hybrid", "prepare").out()).contains(home(WHOLE));
    assertThat(built()).containsExactly("distribution", ETCD, "distribution");
    assertThat(tree.resolve(WHOLE).resolve("lib/a.jar")).content().isEqualTo("3\n");
    assertThat(tree.resolve(WHOLE + ".tar.gz")).exists();
  }

  @Test
  void aSystemThatIsNotThereIsToldBeforeAnythingIsBuilt() throws Exception {
    for (String script : List.of("hybrid up", "hybrid quickstart", "quickstart", "ycsb load")) {
      String[] words = (script + " etcdd").split(" ");
      Result wrong = run(words[0], Arrays.copyOfRange(words, 1, words.length));

      assertThat(wrong.status()).as(script).isNotEqualTo(STATUS_OF_JAVA).isNotZero();
      assertThat(wrong.err()).as(script).contains("'etcdd'").hasLineCount(1);
    }
    assertThat(built()).isEmpty();
  }

  @Test
  void whatWasNotBuiltToItsEndIsNotTaken() throws Exception {
    Files.createFile(tree.resolve("broken"));
    Files.createDirectories(tree.resolve(WHOLE).resolve("harness/lib"));
    Files.createDirectories(tree.resolve(system("etcd")).resolve("harness/lib"));

    Result failed = run("hybrid", "up", "etcd");
    assertThat(failed.status()).isEqualTo(1);
    assertThat(failed.err()).contains("hybrid: the build failed; its output is in ");
    assertThat(run("hybrid", "bench").status()).isEqualTo(1);

    Files.delete(tree.resolve("broken"));
    assertThat(run("hybrid", "up", "etcd").out()).contains(home(system("etcd")));
    assertThat(built()).containsExactly(ETCD, "distribution", ETCD);
  }

  private Process startServerFrom(String release) throws IOException {
    return new ProcessBuilder("sh", "-c", "read end || :", tree.resolve(release) + "/servers")
        .start();
  }

  @Test
  void whatWasNotBuiltToItsEndIsNotTakenThoughProcessesRunFromIt() throws Exception {
    Files.createDirectories(tree.resolve(WHOLE).resolve("harness/lib"));
    Process server = startServerFrom(WHOLE);
    try {
      Result whole = run("hybrid", "bench");
      assertThat(whole.status()).isEqualTo(1);
      assertThat(whole.err())
          .isEqualTo(
              "hybrid: processes run from %s, which no finished build has marked; stop them with '%s/bin/hybrid down' or by their ids\n"
                  .formatted(tree.resolve(WHOLE), tree.resolve(WHOLE)));
      assertThat(run("hybrid", "up", "etcd").out()).contains(home(system("etcd")));
      assertThat(built()).containsExactly(ETCD);
      assertThat(tree.resolve(WHOLE).resolve("harness/lib")).exists();
    } finally {
      server.destroy();
      server.waitFor();
    }
  }

  @Test
  void theOldReleaseStaysIfProcessesWereStartedFromItDuringTheBuild() throws Exception {
    for (String release : List.of(system("etcd"), WHOLE)) {
      String[] command =
          release.equals(WHOLE) ? new String[] {"bench"} : new String[] {"up", "etcd"};
      run("hybrid", command);
      change("harness/src/main/java/results/A.java");
      Files.writeString(tree.resolve("starts"), tree.resolve(release).toString());
      try {
        Result result = run("hybrid", command);

        assertThat(result.status()).isEqualTo(1);
        assertThat(result.err())
            .contains("hybrid: processes have been started from " + release + " meanwhile");
        assertThat(tree.resolve(release).resolve("lib/a.jar"))
            .content()
            .isEqualTo(release.equals(WHOLE) ? "3\n" : "1\n");
        assertThat(run("hybrid", "status").out()).contains(home(release));
      } finally {
        Files.delete(tree.resolve("starts"));
      }
      Files.setLastModifiedTime(
          tree.resolve("harness/src/main/java/results/A.java"), FileTime.from(Instant.EPOCH));
    }
  }

  @Test
  void nothingIsBuiltUnderRunningProcesses() throws Exception {
    run("hybrid", "up", "etcd");
    change("harness/src/main/java/results/A.java");
    Process server = startServerFrom(system("etcd"));
    try {
      Result result = run("ycsb", "run", "etcd");

      assertThat(result.status()).isEqualTo(STATUS_OF_JAVA);
      assertThat(result.err())
          .isEqualTo(
              "ycsb: processes run from "
                  + system("etcd")
                  + ", so it is used as it is; after 'hybrid down' it will be built again\n");
      assertThat(built()).hasSize(1);
    } finally {
      server.destroy();
      server.waitFor();
    }
    run("ycsb", "run", "etcd");
    assertThat(built()).hasSize(2);
  }

  @Test
  void changedWorkloadsAndExperimentsTakeNoBuild() throws Exception {
    run("hybrid", "up", "etcd");
    for (String file : List.of("workloads/workloada", "experiments/fig.yaml")) {
      Files.writeString(tree.resolve(file), "changed");
      change(file);
    }

    Path released = tree.resolve(system("etcd"));
    Files.createDirectories(tree.resolve("experiments/mine"));
    Files.createFile(tree.resolve("experiments/mine/a.yaml"));
    Files.createFile(tree.resolve("workloads/mine"));
    run("hybrid", "up", "etcd");
    assertThat(released.resolve("experiments/mine/a.yaml")).exists();
    assertThat(released.resolve("workloads/mine")).exists();

    Files.delete(tree.resolve("experiments/mine/a.yaml"));
    Files.delete(tree.resolve("experiments/mine"));
    Files.createFile(tree.resolve("experiments/mine"));
    Files.delete(tree.resolve("workloads/mine"));
    run("hybrid", "status");

    assertThat(released.resolve("experiments/mine")).isRegularFile();
    assertThat(released.resolve("workloads/mine")).doesNotExist();
    assertThat(built()).hasSize(1);
    for (String file : List.of("workloads/workloada", "experiments/fig.yaml")) {
      assertThat(tree.resolve(system("etcd")).resolve(file)).hasContent("changed");
    }
  }

  @Test
  void twoBuildsDoNotMeet() throws Exception {
    Files.createDirectories(tree.resolve("distribution/target/building"));

    Result result = run("hybrid", "up", "etcd");

    assertThat(result.status()).isEqualTo(1);
    assertThat(result.err()).contains("another command builds in this source tree");
    assertThat(built()).isEmpty();
  }

  @Test
  void aTreeThatCantBeWrittenIsNamed() throws Exception {
    Path target = Files.createDirectories(tree.resolve("distribution/target"));
    Files.createFile(target.resolve("building"));

    assertThat(run("hybrid", "up", "etcd").err())
        .isEqualTo("hybrid: can't make the directory " + target.resolve("building") + "\n");
  }

  @Test
  void eachSystemIsListedWithModulesThatExist() throws Exception {
    String poms = Files.readString(original("pom.xml"));
    List<String> modules = new ArrayList<>();
    for (Path file : filesOfSystems()) {
      modules.add("bindings/" + file.getParent().getFileName());
      if (file.endsWith("servers")) {
        Files.readAllLines(file).stream()
            .filter(line -> !line.startsWith("#"))
            .map(line -> line.split(": ", 2)[1])
            .forEach(line -> modules.addAll(List.of(line.split(" "))));
      }
    }

    assertThat(modules)
        .hasSizeGreaterThan(20)
        .allSatisfy(module -> assertThat(poms).contains("<module>" + module + "</module>"));
  }
}
