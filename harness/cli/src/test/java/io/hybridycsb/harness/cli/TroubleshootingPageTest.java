package io.hybridycsb.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/troubleshooting.md, and messages on systems' pages, quote what is really printed. */
class TroubleshootingPageTest {
  private static final Path ROOT = Path.of(System.getProperty("test.bin")).getParent();
  private static final Path PAGE = ROOT.resolve("docs").resolve("troubleshooting.md");

  /** In {@code - `MESSAGE`: what to do} or {@code - `MESSAGE`, or `MESSAGE`: what to do}. */
  private static final Pattern MESSAGE =
      Pattern.compile("(?m)(?:^- |\\G, or )`([^`]+)`(?=:|, or )");

  /** Two literals that are joined to one text, on one line or on two. */
  private static final Pattern SEAM = Pattern.compile("\"\\s*\\+\\s*\"");

  /** What differs each time. */
  private static final String GAP = "…";

  private static final String SCRIPTS_FOR_HOSTS =
      "harness/bench/src/main/resources/io/hybridycsb/harness/bench/hosts";

  private static final int FIXED_CHARS_MIN = 15;

  @Test
  void everyMessageIsOneThatASourcePrints() throws IOException {
    List<String> sources = sources();

    List<String> unknown =
        messages().stream()
            .filter(message -> sources.stream().noneMatch(source -> prints(source, message)))
            .toList();

    assertThat(unknown).as("messages that no source has").isEmpty();
  }

  @Test
  void everyMessageSaysEnoughToBeFoundByIt() throws IOException {
    assertThat(messages())
        .hasSizeGreaterThan(25)
        .doesNotHaveDuplicates()
        .allSatisfy(
            message ->
                assertThat(String.join("", fixedParts(message)).length())
                    .as(message)
                    .isGreaterThanOrEqualTo(FIXED_CHARS_MIN));
  }

  @Test
  void theReadmeLeadsToThePage() throws IOException {
    assertThat(Files.readString(ROOT.resolve("README.md"))).contains("(docs/troubleshooting.md)");
  }

  private static List<String> messages() throws IOException {
    List<String> texts = new ArrayList<>(List.of(Files.readString(PAGE)));
    try (Stream<Path> systems = Files.list(PAGE.resolveSibling("systems"))) {
      for (Path page : systems.toList()) {
        String[] parts = Files.readString(page).split("\n## Messages\n", 2);
        if (parts.length == 2) {
          texts.add(parts[1].split("\n## ", 2)[0]);
        }
      }
    }
    List<String> messages = new ArrayList<>();
    for (String text : texts) {
      Matcher found = MESSAGE.matcher(text);
      while (found.find()) {
        messages.add(found.group(1));
      }
    }
    return messages;
  }

  private static List<String> fixedParts(String message) {
    return Stream.of(message.split(GAP)).map(String::strip).filter(p -> !p.isEmpty()).toList();
  }

  /** Whether the source has all fixed parts; they may be put together elsewhere in it. */
  private static boolean prints(String source, String message) {
    return fixedParts(message).stream().allMatch(source::contains);
  }

  /** All that prints something, with joined literals as one. */
  private static List<String> sources() throws IOException {
    List<Path> modules = new ArrayList<>();
    for (String group : List.of("bindings", "clients", "common", "harness", "servers")) {
      try (Stream<Path> found = Files.list(ROOT.resolve(group))) {
        found.forEach(modules::add);
      }
    }
    List<String> texts = new ArrayList<>();
    addTexts(ROOT.resolve("bin"), texts);
    addTexts(ROOT.resolve("distribution").resolve("src"), texts);
    addTexts(ROOT.resolve(SCRIPTS_FOR_HOSTS), texts);
    for (Path module : modules) {
      // Nothing that a build touches: other modules may be built at the same time.
      for (String language : List.of("java", "sql")) {
        Path sources = module.resolve("src").resolve("main").resolve(language);
        if (Files.isDirectory(sources)) {
          addTexts(sources, texts);
        }
      }
    }
    return texts;
  }

  private static void addTexts(Path directory, List<String> texts) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        texts.add(SEAM.matcher(Files.readString(file)).replaceAll(""));
      }
    }
  }
}
