package io.hybridycsb.it.structure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Which sentences are found where, and what is wrong with them. */
class ProseTest {
  private static String word(int times) {
    return "word ".repeat(times).strip();
  }

  private static List<String> faults(String page) {
    return Prose.ofPage(page).stream().flatMap(is -> WordsTest.faults(is).stream()).toList();
  }

  @Test
  void aPageHasTheSentencesOfItsParagraphsListsAndCells() {
    String page =
        """
        # A heading

        First. Second, with `code. In it` and a [long
        link](README.md), ends here: Third
        - an item
          that goes on
        | a cell | another. Yes |
        |---|---|

        ```
        a block
        ```
        """;

    assertThat(Prose.ofPage(page))
        .filteredOn(sentence -> sentence.text().matches(".*\\w.*"))
        .extracting(Prose.Sentence::line, Prose.Sentence::text)
        .containsExactly(
            tuple(3, "First."),
            tuple(3, "Second, with `code. In it` and a long link, ends here:"),
            tuple(4, "Third"),
            tuple(5, "an item that goes on"),
            tuple(7, "a cell"),
            tuple(7, "another. Yes"));
  }

  @Test
  void javaHasTheSentencesOfItsComments() {
    String source =
        """
        /**
         * First. Second
         * goes on.
         *
         * <pre>
         * a   layout
         * </pre>
         *
         * <p>Third.
         *
         * @param a {@code some code. More}
         */
        class A { // at the end
          // of one
          // comment
          String http = "http://no.comment";
        }
        """;

    assertThat(Prose.ofJava(source, false))
        .extracting(Prose.Sentence::line, Prose.Sentence::text)
        .containsExactly(
            tuple(2, "First."),
            tuple(2, "Second goes on."),
            tuple(9, "Third."),
            tuple(11, "a {@code some code. More}"),
            tuple(13, "at the end of one comment"));
  }

  @Test
  void joinedLiteralsAreOneMessageAndSqlIsNone() {
    String source =
        """
        throw new E("what " + is.wrong(a, b) + " here" // a comment
            + " and there", "the next");
        char c = '"';
        say("one line%nand another");
        run("SELECT a FROM b");
        Set.of(("a b " + "c").split(" "));
        """;

    assertThat(Prose.ofJava(source, true))
        .filteredOn(sentence -> sentence.wordsMax() == Prose.MESSAGE_WORDS_MAX)
        .extracting(Prose.Sentence::line, Prose.Sentence::text)
        .containsExactly(
            tuple(1, "what … here and there"),
            tuple(2, "the next"),
            tuple(4, "one line"),
            tuple(4, "and another"));
  }

  @Test
  void aScriptHasTheSentencesOfItsHashComments() {
    assertThat(Prose.ofHashComments("#!/bin/sh\n\n# One. Two\n# goes on\necho # no\n"))
        .extracting(Prose.Sentence::line, Prose.Sentence::text)
        .containsExactly(tuple(3, "One."), tuple(3, "Two goes on"));
  }

  @Test
  void aSentenceHas32WordsAndACell40AtMost() {
    assertThat(faults(word(32) + ". Word " + word(30) + " `some code`, `more`")).isEmpty();
    assertThat(faults(word(33)))
        .containsExactly("33 words, at most 32: split it, or leave something out");
    assertThat(faults("| " + word(40) + " | a |")).isEmpty();
    assertThat(faults("| " + word(20) + ". Word " + word(20) + " | a |"))
        .containsExactly("41 words, at most 40: split it, or leave something out");
  }

  @Test
  void turnsThatMakeAReaderGoBackAreFound() {
    assertThat(
            List.of(
                "It begins anew.",
                "Those of the first, and those of the second.",
                "A list of which each, and of which none.",
                "It is not there, unless nobody has asked.",
                "This is what comes of it.",
                "The node sees to it that it ends."))
        .allSatisfy(sentence -> assertThat(faults(sentence)).hasSize(1));
    assertThat(faults("No page, no file and no script: it isn't `anew`, unless said so."))
        .isEmpty();
  }
}
