package io.hybridycsb.it.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Pages, comments and messages can be read once: short sentences, usual words. */
class WordsTest {
  private static final Pattern WORD = Pattern.compile("\\w\\S*");
  private static final String THOSE_OF = "\\b(?:those|that|these) (?:of|which|who)\\b";
  private static final String OF_WHICH = "\\b(?:of|by|from|in|to) (?:which|whom)\\b";
  private static final String NOT = "not|isn't|nobody|never|nothing|none|unless|without";
  private static final String NO = "\\b(?:no|" + NOT + ")\\b[^.;:]*";
  private static final String NOR = "\\b(?:" + NOT + ")\\b[^.;:]*";

  private static final List<Turn> TURNS =
      List.of(
          turn("\\banew\\b", "'anew': write 'again'"),
          turn(THOSE_OF + ".*" + THOSE_OF, "'those of' twice: write the noun, or two sentences"),
          turn(OF_WHICH + ".*" + OF_WHICH, "'of which' twice: write two sentences"),
          turn(NO + NOR + NOR, "three negations: say what is, not what isn't"),
          turn("\\bwhat (?:comes|came) of (?:it|each|them)\\b", "write 'the result'"),
          turn("\\bsees? to it that\\b", "'sees to it that': write what it does"));

  /** What makes a reader go back, in lower case, and what to write instead. */
  private record Turn(Pattern pattern, String advice) {}

  private static Turn turn(String regex, String advice) {
    return new Turn(Pattern.compile(regex), advice);
  }

  /** What is wrong with the sentence, and what to do; empty if nothing is. */
  static List<String> faults(Prose.Sentence sentence) {
    List<String> faults = new ArrayList<>();
    // SQL may say it of each column.
    String text = sentence.withoutCode().replace("NOT NULL", "").toLowerCase(Locale.ROOT);
    long words = WORD.matcher(text).results().count();
    if (words > sentence.wordsMax()) {
      faults.add(
          "%d words, at most %d: split it, or leave something out"
              .formatted(words, sentence.wordsMax()));
    }
    for (Turn turn : TURNS) {
      if (turn.pattern().matcher(text).find()) {
        faults.add(turn.advice());
      }
    }
    return faults;
  }

  private static String kind(Path file) {
    String name = file.getFileName().toString();
    return name.substring(name.lastIndexOf('.') + 1);
  }

  private static List<Prose.Sentence> sentences(Path file) throws IOException {
    return switch (kind(file)) {
      case "md" -> Prose.ofPage(Files.readString(file));
      case "java" -> Prose.ofJava(Files.readString(file), file.toString().contains("/src/main/"));
      case "yaml", "sh", "py" -> Prose.ofHashComments(Files.readString(file));
      default -> List.of();
    };
  }

  @Test
  void aReaderOfAPageACommentOrAMessageNeverHasToGoBack() throws Exception {
    Set<String> kinds = new HashSet<>();
    List<String> faults = new ArrayList<>();
    for (Path file : SourceTree.files()) {
      for (Prose.Sentence sentence : sentences(file)) {
        kinds.add(kind(file));
        for (String fault : faults(sentence)) {
          Path name = SourceTree.name(file);
          faults.add("%s:%d: %s: %s".formatted(name, sentence.line(), fault, sentence.text()));
        }
      }
    }
    assertThat(kinds).contains("java", "md", "py", "sh", "yaml");
    assertThat(faults).as("sentences to rewrite").isEmpty();
  }
}
