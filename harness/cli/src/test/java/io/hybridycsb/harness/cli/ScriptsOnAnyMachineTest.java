package io.hybridycsb.harness.cli;

import static io.hybridycsb.harness.cli.ScriptRun.STATUS_OF_JAVA;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.cli.ScriptRun.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The scripts in bin/ with the JVMs and the locales that machines have. */
class ScriptsOnAnyMachineTest {
  @TempDir private Path temp;
  private Path home;
  private Path jdk;
  private ScriptRun scripts;

  @BeforeEach
  void createRelease() throws IOException {
    home = temp.toRealPath().resolve("a release");
    jdk = temp.toRealPath().resolve("a jdk");
    Files.createDirectories(home.resolve("harness/lib"));
    Files.createDirectories(home.resolve("etcd-binding/lib"));
    ScriptRun.copyRelease(home.resolve("bin"));
    scripts = ScriptRun.in(Files.createDirectories(temp.toRealPath().resolve("work")), jdk);
  }

  private Result run(Map<String, String> environment, String script, String... arguments)
      throws Exception {
    return scripts.run(environment, home.resolve("bin").resolve(script), arguments);
  }

  /** A JVM of a release before 17: it knows none of our options. */
  private void makeOldJvm(String told) throws IOException {
    ScriptRun.program(
        jdk.resolve("bin/java"),
        "[ \"$*\" = -version ] || { echo 'Unrecognized option' >&2; exit 1; }\n"
            + "cat >&2 <<'END'\n"
            + told
            + "\nEND\n");
  }

  private void requireTold(String version) throws Exception {
    String told = "needs Java 17 or newer, this is %s (%s)%n".formatted(version, java());
    for (String command : new String[] {"hybrid status", "quickstart", "ycsb run etcd"}) {
      String[] words = command.split(" ", 2);
      Result result =
          run(Map.of(), words[0], words.length == 1 ? new String[0] : words[1].split(" "));

      assertThat(result.status()).isEqualTo(1);
      assertThat(result.out()).isEmpty();
      assertThat(result.err()).endsWith(": " + told).hasLineCount(1);
    }
  }

  private Path java() {
    return jdk.resolve("bin/java");
  }

  @ParameterizedTest
  @CsvSource({
    "java version \"1.8.0_202\", 8",
    "openjdk version \"11.0.22\" 2024-01-16, 11",
    "openjdk version \"16-ea\" 2021-03-16, 16"
  })
  void aJvmThatIsTooOldIsNamedByWhatItSays(String told, String version) throws Exception {
    makeOldJvm("Picked up JAVA_TOOL_OPTIONS: -Da=b\n" + told + "\nOpenJDK Runtime Environment");

    requireTold(version);
  }

  @ParameterizedTest
  @CsvSource({"1.8.0_402, 8", "9, 9", "11.0.2, 11", "16-ea, 16"})
  void aJvmThatIsTooOldIsNamedByItsFile(String told, String version) throws Exception {
    Files.writeString(
        jdk.resolve("release"), "IMPLEMENTOR=\"A\"\nJAVA_VERSION=\"%s\"\n".formatted(told));

    requireTold(version);
  }

  @ParameterizedTest
  @ValueSource(strings = {"17", "17-ea", "21.0.1", "25-internal", "of an unknown kind"})
  void anyNewerOneIsTakenWithoutStartingIt(String version) throws Exception {
    Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
    ScriptRun.program(
        java(), "[ \"$*\" != -version ] || touch started\nexit " + STATUS_OF_JAVA + "\n");

    assertThat(run(Map.of(), "hybrid", "status").status()).isEqualTo(STATUS_OF_JAVA);
    assertThat(scripts.work().resolve("started")).doesNotExist();
  }

  @Test
  void theBuildNamesAnOldJdk() throws Exception {
    Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"11.0.2\"\n");

    Result result = scripts.run(Map.of(), ScriptRun.source().resolveSibling("mvnw"), "-v");

    assertThat(result.status()).isEqualTo(1);
    assertThat(result.err())
        .isEqualTo("mvnw: needs a JDK of version 17 or newer, this is 11 (%s)%n".formatted(jdk));
  }

  /** A program in place of the machine's, whose only locales in UTF-8 are those named. */
  private Map<String, String> machine(String locales) throws IOException {
    Path programs = temp.resolve("programs");
    ScriptRun.program(
        programs.resolve("locale"),
        "case \" "
            + locales
            + " \" in *\" ${LC_ALL:-${LC_CTYPE:-$LANG}} \"*) echo UTF-8 ;;"
            + " *) echo ANSI_X3.4-1968 ;; esac\n");
    ScriptRun.program(java(), "echo \"$LANG,$LC_CTYPE,$LC_ALL\"\n");
    return Map.of("PATH", programs + ":" + System.getenv("PATH"));
  }

  @ParameterizedTest
  @CsvSource({
    "C,'',C,'C,,C.UTF-8'",
    "C,'','','C,C.UTF-8,'",
    "POSIX,C,'','POSIX,C.UTF-8,'",
    "en_US.UTF-8,'','','en_US.UTF-8,,'",
    "de_DE@euro,'','','de_DE@euro,C.UTF-8,'"
  })
  void theJvmGetsALocaleInUtf8(String lang, String type, String all, String got) throws Exception {
    for (String command : new String[] {"hybrid status", "ycsb run etcd"}) {
      String[] words = command.split(" ", 2);
      Map<String, String> environment = new HashMap<>(machine("C.UTF-8 en_US.UTF-8"));
      environment.putAll(Map.of("LANG", lang, "LC_CTYPE", type, "LC_ALL", all));

      assertThat(run(environment, words[0], words[1].split(" ")).out()).containsExactly(got);
    }
  }

  @Test
  void withoutSuchALocaleOnlyDirectoriesWithPlainNamesWork() throws Exception {
    Map<String, String> environment = new HashMap<>(machine("none"));
    environment.putAll(Map.of("LANG", "C", "LC_CTYPE", "", "LC_ALL", ""));

    assertThat(run(environment, "hybrid", "status").out()).containsExactly("C,,");
    environment.put("HYBRID_DIR", "größe");
    assertThat(run(environment, "hybrid", "status").err())
        .isEqualTo(
            "hybrid: letters beyond ASCII in a directory's name need a UTF-8 locale;"
                + " 'locale -a' lists none\n");
  }
}
