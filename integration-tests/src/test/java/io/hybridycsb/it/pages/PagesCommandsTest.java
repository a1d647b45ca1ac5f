package io.hybridycsb.it.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.hybridycsb.harness.system.Systems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whoever copies a command from a page gets what the page says. */
class PagesCommandsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path TESTS = ROOT.resolve("integration-tests/src/test/java");
  private static final Pages PAGES = new Pages(ROOT);

  /** Directories whose files commands name by their path in the source tree or the release. */
  private static final List<String> OUR_DIRECTORIES =
      List.of("docker/", "workloads/", "experiments/", "servers/");

  /** What stands for something that readers put in; here, an example of it. */
  private static final Map<String, String> PLACEHOLDERS =
      Map.of("SYSTEM", "veritas-kafka", "NAME", "node1");

  /** What of texts is commands: only these programs are looked at there. */
  private static final List<String> HYBRID = List.of("bin/hybrid", "hybrid");

  @Test
  void everyBlockOfCommandsIsRunByATestOrListedWithAReason() {
    assertThat(PAGES.blocks().stream().map(ShellBlock::id))
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(Assignments.RUN.keySet().stream(), Assignments.NOT_RUN.keySet().stream())
                .toList());
  }

  @Test
  void theTestThatRunsABlockTakesItFromThePage() throws IOException {
    for (Map.Entry<String, String> run : Assignments.RUN.entrySet()) {
      assertThat(testNamed(run.getValue()))
          .as("%s, which runs '%s'", run.getValue(), run.getKey())
          .contains("\"" + run.getKey() + "\"");
    }
  }

  @Test
  void everyCommandOfHybridIsUnderstood() {
    requireOfAll(
        (command, words) -> {
          if (HYBRID.contains(words.get(0))) {
            assertThatCode(
                    () -> HybridCommandLine.requireUnderstood(words.subList(1, words.size())))
                .as(command)
                .doesNotThrowAnyException();
          }
        });
  }

  @Test
  void everyCommandOfYcsbNamesASystem() {
    requireOfAll(
        (command, words) -> {
          if (words.get(0).equals("bin/ycsb") && !words.contains("-db")) {
            assertThat(words.get(1)).as(command).isIn("load", "run", "shell");
            assertThatCode(() -> Systems.byName(words.get(2)))
                .as(command)
                .doesNotThrowAnyException();
          }
        });
  }

  @Test
  void everyProgramAndFileOfOursThatACommandNamesIsThere() {
    requireOfAll(
        (command, words) -> {
          for (String word : words) {
            if (OUR_DIRECTORIES.stream().anyMatch(word::startsWith)) {
              assertThat(ROOT.resolve(word)).as(command).exists();
            }
          }
          if (words.get(0).startsWith("bin/") && !words.get(0).equals("bin/ycsb.sh")
              || words.get(0).startsWith("./")) {
            assertThat(ROOT.resolve(words.get(0))).as(command).isExecutable();
          }
        });
  }

  @Test
  void everyCommandOfHybridInATextIsUnderstood() {
    List<String> commands = new ArrayList<>();
    PAGES
        .inlineCode()
        .forEach(
            (page, code) ->
                code.stream()
                    .filter(text -> HYBRID.contains(text.split(" ", 2)[0]) && text.contains(" "))
                    .forEach(text -> commands.add(text)));

    assertThat(commands)
        .hasSizeGreaterThan(30)
        .allSatisfy(PagesCommandsTest::requireUnderstoodInText);
  }

  private static void requireUnderstoodInText(String command) {
    List<String> words =
        ShellWords.of(command).get(0).stream()
            .map(word -> PLACEHOLDERS.getOrDefault(word, word))
            .toList();
    boolean whole = words.size() > 2 && !command.endsWith("...") && !command.endsWith("--set");
    if (whole) {
      HybridCommandLine.requireUnderstood(words.subList(1, words.size()));
    } else {
      HybridCommandLine.requireNamed(words.get(1));
    }
  }

  private static void requireOfAll(BiConsumer<String, List<String>> requirement) {
    int commands = 0;
    for (ShellBlock block : PAGES.blocks()) {
      for (String line : block.commands()) {
        for (List<String> words : ShellWords.of(line)) {
          requirement.accept(block.id() + ": " + line, words);
          commands++;
        }
      }
    }
    assertThat(commands).isGreaterThan(100);
  }

  private static String testNamed(String name) throws IOException {
    try (Stream<Path> files = Files.walk(TESTS)) {
      Path file =
          files
              .filter(path -> path.getFileName().toString().equals(name + ".java"))
              .findFirst()
              .orElseThrow(() -> new AssertionError("there is no test " + name));
      return Files.readString(file);
    }
  }
}
