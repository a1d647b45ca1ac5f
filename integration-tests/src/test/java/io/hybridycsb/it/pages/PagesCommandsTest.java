package io.hybridycsb.it.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertAll;

import io.hybridycsb.it.docker.DockerFolder;
import io.hybridycsb.it.pages.shell.HybridCommandLine;
import io.hybridycsb.it.pages.shell.NotRun;
import io.hybridycsb.it.pages.shell.OurCommands;
import io.hybridycsb.it.pages.shell.Pages;
import io.hybridycsb.it.pages.shell.ShellBlock;
import io.hybridycsb.it.pages.shell.ShellWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** The commands of the pages can be copied: our programs understand them. */
class PagesCommandsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path TESTS = ROOT.resolve("integration-tests/src/test/java");
  private static final Pattern RUNS_BLOCKS = Pattern.compile("IT\\.java$|/Documented[^/]*$");
  private static final Pages PAGES = new Pages(ROOT);
  private static final OurCommands COMMANDS = new OurCommands(ROOT);

  /** Directories whose files commands name by their path in the source tree or the release. */
  private static final List<String> OUR_DIRECTORIES =
      List.of("docker/", "workloads/", "experiments/", "servers/");

  /** Placeholders for readers' values, each with an example. */
  private static final Map<String, String> PLACEHOLDERS =
      Map.of("SYSTEM", "veritas-kafka", "NAME", "node1");

  /** A test names a block that it runs. */
  @Test
  void everyBlockOfCommandsIsRunByATestOrListedWithAReason() throws IOException {
    List<String> blocks = PAGES.blocks().stream().map(ShellBlock::id).toList();
    String tests = integrationTests();
    List<String> run =
        blocks.stream().filter(block -> tests.contains("\"" + block + "\"")).toList();

    assertThat(blocks).doesNotHaveDuplicates();
    assertThat(run).hasSizeGreaterThan(30);
    assertThat(blocks)
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(run.stream(), NotRun.REASONS.keySet().stream()).toList());
  }

  @Test
  void everyCommandOfOursIsUnderstood() {
    requireOfAll(
        (command, words) -> {
          if (OurCommands.isOne(words.get(0))) {
            requireUnderstood(command, () -> COMMANDS.requireUnderstood(words));
          }
        });
  }

  @Test
  void everyProgramAndFileOfOursThatACommandNamesIsThere() {
    requireOfAll(
        (command, words) -> {
          requireFiles(command, words);
          if (words.get(0).startsWith("bin/") && !words.get(0).equals("bin/ycsb.sh")
              || words.get(0).startsWith("./")) {
            assertThat(ROOT.resolve(words.get(0))).as(command).isExecutable();
          }
        });
  }

  @Test
  void everyCommandOfOursInATextIsUnderstood() {
    List<Executable> requirements = new ArrayList<>();
    PAGES
        .inlineCode()
        .forEach(
            (page, code) ->
                code.stream()
                    .filter(text -> OurCommands.isOne(text.split(" ", 2)[0]) && text.contains(" "))
                    .forEach(text -> requirements.add(() -> requireUnderstoodIn(page, text))));

    assertThat(requirements).hasSizeGreaterThan(40);
    assertAll(requirements);
  }

  private static void requireUnderstoodIn(String page, String command) {
    List<String> words =
        ShellWords.of(command).get(0).stream()
            .map(word -> PLACEHOLDERS.getOrDefault(word, word))
            .toList();
    requireFiles(page + ": " + command, words);
    boolean isHybrid = words.get(0).endsWith("hybrid");
    boolean isWhole = words.size() > 2 && !command.endsWith("...") && !command.endsWith("--set");
    requireUnderstood(
        page + ": " + command,
        isHybrid && !isWhole
            ? () -> HybridCommandLine.requireNamed(words.get(1))
            : () -> COMMANDS.requireUnderstood(words));
  }

  private static void requireFiles(String command, List<String> words) {
    for (String word : words) {
      // A class path exists only in the release.
      if (OUR_DIRECTORIES.stream().anyMatch(word::startsWith) && !word.endsWith("/lib/*")) {
        Path root = word.startsWith("docker/") ? DockerFolder.ROOT : ROOT;
        assertThat(root.resolve(word)).as(command).exists();
      }
    }
  }

  private static void requireUnderstood(String command, Runnable requirement) {
    try {
      requirement.run();
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError(command + ": " + e.getMessage(), e);
    }
  }

  /** Reports all failures together. */
  private static void requireOfAll(BiConsumer<String, List<String>> requirement) {
    List<Executable> requirements = new ArrayList<>();
    for (ShellBlock block : PAGES.blocks()) {
      for (String line : block.commands()) {
        for (List<String> words : ShellWords.of(line)) {
          requirements.add(() -> requirement.accept(block.id() + ": " + line, words));
        }
      }
    }
    assertThat(requirements).hasSizeGreaterThan(100);
    assertAll(requirements);
  }

  /** The texts of all integration tests, and of what they make of a page's blocks. */
  private static String integrationTests() throws IOException {
    StringBuilder text = new StringBuilder();
    try (Stream<Path> files = Files.walk(TESTS)) {
      for (Path file : files.filter(path -> RUNS_BLOCKS.matcher(path.toString()).find()).toList()) {
        text.append(Files.readString(file));
      }
    }
    return text.toString();
  }
}
