package io.hybridycsb.harness.system.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.system.validators.CometBftProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GoProgramTest {
  /** Installs a program that says that it is CometBFT, as go would. */
  private static final String GO_INSTALLS =
      """
      test "$1" = install || exit 9
      echo "installing $2"
      printf '#!/bin/sh\\necho 0.38.26\\n' >"$GOBIN/cometbft"
      chmod +x "$GOBIN/cometbft"
      """;

  private static final GoModule OWN = new GoModule("module own\n", "");

  @TempDir private Path dir;
  private final Map<String, String> environment = new HashMap<>();
  private final Map<String, Path> onPath = new HashMap<>();
  private final List<String> said = new ArrayList<>();

  private Path find(String option) {
    return programs(CometBftProgram.PROGRAM).find(option);
  }

  private GoProgram programs(GoProgram.Description wanted) {
    return new GoProgram(
        wanted,
        environment,
        name -> Optional.ofNullable(onPath.get(name)),
        dir.resolve("cache"),
        said::add);
  }

  private Path program(String name, String version) throws IOException {
    return FakePrograms.cometBft(dir.resolve(name), version);
  }

  /** Has a go that finds nothing changed in its cache. */
  private void haveGo(String script) throws IOException {
    haveGo("exit 0", script);
  }

  private void haveGo(String verifying, String script) throws IOException {
    onPath.put(
        "go",
        FakePrograms.script(
            dir.resolve("go"),
            "if test \"$*\" = 'mod verify'; then %s; fi%n%s".formatted(verifying, script)));
  }

  private void isKept(Path program, String name) {
    assertThat(program.getFileName()).hasToString(name);
    assertThat(program.getParent().getParent()).isEqualTo(dir.resolve("cache/go"));
  }

  @Test
  void theOptionGoesBeforeTheVariableAndThatBeforeThePath() throws Exception {
    Path first = program("first", "0.38.1");
    Path second = program("second", "v0.38.2");
    Path third = program("third", "0.38.3");
    environment.put("COMETBFT", second.toString());
    onPath.put("cometbft", third);

    assertThat(find(first.toString())).isEqualTo(first);
    assertThat(find("")).isEqualTo(second);
    environment.clear();
    assertThat(find("")).isEqualTo(third);
  }

  @Test
  void aNamedProgramOfAnotherSeriesIsRefused() throws Exception {
    Path other = program("other", "1.0.1");

    assertThatThrownBy(() -> find(other.toString()))
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("the option cometbft.program names")
        .hasMessageContaining("'1.0.1'; CometBFT 0.38 is expected");
    assertThatThrownBy(() -> find(dir.resolve("none").toString()))
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("no program that can be run");
  }

  @Test
  void oneOfAnotherSeriesOnThePathIsPassedOverAndOneIsBuiltOnce() throws Exception {
    onPath.put("cometbft", program("other", "1.0.1"));
    haveGo(GO_INSTALLS);

    Path built = find("");
    assertThat(built).satisfies(program -> isKept(program, "cometbft"));
    assertThat(programs(CometBftProgram.PROGRAM).versionOf(built)).isEqualTo("0.38.26");
    assertThat(said).anyMatch(line -> line.contains("is CometBFT 1.0.1, not 0.38"));
    assertThat(said).anyMatch(line -> line.startsWith("building CometBFT 0.38.26"));
    assertThat(dir.resolve("cache/cometbft-build.log"))
        .content()
        .contains("github.com/cometbft/cometbft/cmd/cometbft");

    haveGo("exit 1");
    assertThat(find("")).as("it is there now").isEqualTo(built);
  }

  @Test
  void aFailedBuildShowsGosLastWordsAndLeavesNothingBehind() throws Exception {
    haveGo("echo no route to the proxy; exit 3");

    assertThatThrownBy(() -> find(""))
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("go exited with status 3")
        .hasMessageContaining("no route to the proxy");
    try (var left = Files.list(dir.resolve("cache"))) {
      assertThat(left.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("cometbft.lock", "cometbft-build.log");
    }
  }

  @Test
  void aModuleThatWasChangedSinceItWasFetchedIsNotBuilt() throws Exception {
    haveGo("echo theirs v1.0.0: dir has been modified; exit 1", GO_INSTALLS);

    assertThatThrownBy(() -> find(""))
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("go exited with status 1")
        .hasMessageContaining("theirs v1.0.0: dir has been modified");
    assertThat(dir.resolve("cache/cometbft-build.log")).content().doesNotContain("installing");
    assertThat(dir.resolve("cache/go")).doesNotExist();
  }

  @Test
  void withoutGoTheFailureSaysInOneLineWhatToInstall() {
    assertThatThrownBy(() -> find(""))
        .isInstanceOf(HarnessException.class)
        .hasMessage(
            "no cometbft found, and no go to build it with: install Go 1.22 or newer, or put"
                + " cometbft 0.38 on the PATH (or name it by COMETBFT)");
  }

  /** CometBFT with another version to build, in whose place the published one can be taken. */
  private GoProgram ours() {
    GoProgram.Description published = CometBftProgram.PROGRAM;
    return programs(published.variant("0.38.26-events.1", published.source(), "gossip=polling"));
  }

  @Test
  void aFailureTellsHowToHaveTheOtherProgramThatWasBuiltBefore() throws Exception {
    assertThatThrownBy(() -> ours().find("")).hasMessageEndingWith("(or name it by COMETBFT)");

    haveGo(GO_INSTALLS);
    find("");
    onPath.clear();
    String other = "; --set gossip=polling takes CometBFT 0.38.26, which was built before";
    assertThatThrownBy(() -> ours().find("")).hasMessageEndingWith("by COMETBFT)" + other);
    haveGo("exit 3");
    assertThatThrownBy(() -> ours().find(""))
        .hasMessageStartingWith("cometbft was not built: go exited with status 3" + other);
  }

  @Test
  void aNamedProgramThatIsNotTheOneToBuildIsTakenWhichALineSays() throws Exception {
    Path published = program("published", "0.38.25");

    assertThat(ours().find(published.toString())).isEqualTo(published);
    ours().find(program("ours", "0.38.26-events.1").toString());
    find(published.toString());
    assertThat(said)
        .containsExactly(
            published
                + " is CometBFT 0.38.25, taken as it is: 0.38.26-events.1 would be built without"
                + " it");
  }

  @Test
  void programsThatComeTogetherAreBuiltInAModuleOfOurOwnAndUsedOnlyTogether() throws Exception {
    haveGo(
        """
        grep -q '^module own$' go.mod || exit 9
        for name in "$2" "$3"; do
          printf '#!/bin/sh\\necho Version: 3.1.1\\n' >"$GOBIN/${name##*/}"
          chmod +x "$GOBIN/${name##*/}"
        done
        """);
    onPath.put("first", FakePrograms.script(dir.resolve("first"), "echo Version: 3.1.4"));
    GoProgram.Description two =
        new GoProgram.Description(
            "Two",
            List.of("first", "second"),
            "first.program",
            "FIRST",
            new GoProgram.Version("version", "Version: ([0-9.]+)", "3.1", "3.1.1", "1.24"),
            new GoProgram.Source(List.of("own/first", "own/second"), OWN, List.of()));
    GoProgram programs = programs(two);

    Path first = programs.find("");
    assertThat(first).satisfies(program -> isKept(program, "first"));
    assertThat(first.resolveSibling("second")).isExecutable();
    assertThatThrownBy(() -> programs.find(dir.resolve("first").toString()))
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("there is no second beside it");
  }

  /** Go has fetched the module; it tests it as the script says, and installs what it then is. */
  private GoProgram changed(String testing) throws IOException {
    Path published = Files.createDirectories(dir.resolve("published"));
    Files.writeString(published.resolve("choice.go"), "one choice");
    haveGo(
        """
        case "$1" in
        mod) test "$*" = 'mod download -json theirs' && echo '{"Dir": "%s"}' ;;
        test) test "$*" = 'test theirs/added' && %s ;;
        install)
          grep -q '^replace theirs => ./changed$' go.mod || exit 9
          printf '#!/bin/sh\\necho Version: 3.1.1-%%s-%%s\\n' \\
            "$(cat changed/choice.go)" "$(cat changed/added/own.go)" >"$GOBIN/peer"
          chmod +x "$GOBIN/peer" ;;
        esac
        """
            .formatted(published, testing));
    GoProgram.Source source = new GoProgram.Source(List.of("theirs/peer"), OWN, List.of());
    return programs(
        new GoProgram.Description(
            "Changed",
            List.of("peer-changed"),
            "changed.program",
            "CHANGED",
            new GoProgram.Version(
                "version",
                "Version: (.*)",
                "3.1.1-two choices-own",
                "3.1.1-two choices-own",
                "1.24"),
            source.with(
                new ChangedModule(
                    "theirs",
                    List.of(new ChangedModule.Edit("choice.go", "one choice", "two choices")),
                    Map.of("added/own.go", "own"),
                    List.of("added")))));
  }

  @Test
  void aProgramWithSourceOfOursIsBuiltFromAChangedCopyOfItsModule() throws Exception {
    GoProgram programs = changed("true");

    Path built = programs.find("");
    assertThat(built).satisfies(program -> isKept(program, "peer-changed"));
    assertThat(programs.versionOf(built)).isEqualTo("3.1.1-two choices-own");
    assertThat(dir.resolve("published/choice.go")).hasContent("one choice");
  }

  @Test
  void aProgramWhoseTestsFailIsNotBuilt() throws Exception {
    GoProgram programs = changed("{ echo FAIL: TestDrop; exit 1; }");

    assertThatThrownBy(() -> programs.find(""))
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("go exited with status 1")
        .hasMessageContaining("FAIL: TestDrop");
    assertThat(dir.resolve("cache/go")).doesNotExist();
  }

  /** One that tells in its log whether Go may use a C compiler. */
  private GoProgram partlyInC(boolean needsC) throws IOException {
    haveGo(
        """
        echo "CGO_ENABLED is $CGO_ENABLED"
        printf '#!/bin/sh\\necho Version: 3.1.1\\n' >"$GOBIN/mixed"
        chmod +x "$GOBIN/mixed"
        """);
    return programs(
        new GoProgram.Description(
            "Mixed",
            List.of("mixed"),
            "mixed.program",
            "MIXED",
            new GoProgram.Version("version", "Version: ([0-9.]+)", "3.1", "3.1.1", "1.24"),
            new GoProgram.Source(List.of("own/mixed"), OWN, List.of(), needsC, Optional.empty())));
  }

  @Test
  void aProgramThatIsPartlyInCIsBuiltWithTheCompilerOfTheMachine() throws Exception {
    onPath.put("gcc", FakePrograms.script(dir.resolve("gcc"), "exit 0"));

    partlyInC(true).find("");
    assertThat(dir.resolve("cache/mixed-build.log")).content().contains("CGO_ENABLED is 1");
  }

  @Test
  void aProgramInGoAloneTakesNoCompilerOfC() throws Exception {
    partlyInC(false).find("");
    assertThat(dir.resolve("cache/mixed-build.log")).content().contains("CGO_ENABLED is 0");
  }

  @Test
  void withoutACompilerTheFailureSaysInOneLineWhatToInstall() throws Exception {
    GoProgram programs = partlyInC(true);

    assertThatThrownBy(() -> programs.find(""))
        .isInstanceOf(HarnessException.class)
        .hasMessage(
            "no mixed found, and no gcc, which it is built with beside go: install one, or name"
                + " Mixed 3.1 by MIXED");
    assertThat(dir.resolve("cache")).doesNotExist();
  }

  @Test
  void aProgramThatGoNamesAfterAnotherPartOfItsPathGetsItsOwnName() throws Exception {
    haveGo(
        """
        test "$#" = 3 || exit 9
        printf '#!/bin/sh\\necho etcd Version: 3.5.21\\n' >"$GOBIN/server"
        chmod +x "$GOBIN/server"
        """);
    GoProgram programs =
        programs(
            new GoProgram.Description(
                "etcd",
                List.of("etcd"),
                "etcd.program",
                "ETCD",
                new GoProgram.Version(
                    "--version", "^etcd Version: ([0-9.]+)", "3.5", "3.5.21", "1.23"),
                new GoProgram.Source(
                    List.of("go.example/etcd/server/v3"),
                    GoModule.named("cometbft"),
                    List.of("-trimpath"))));

    Path built = programs.find("");
    assertThat(built).satisfies(program -> isKept(program, "etcd"));
    assertThat(programs.versionOf(built)).isEqualTo("3.5.21");
  }
}
