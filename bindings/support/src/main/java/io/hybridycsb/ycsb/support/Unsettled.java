package io.hybridycsb.ycsb.support;

import io.hybridycsb.ycsb.outcome.FailedOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** What one thread asks for again at its end, since the outcome was unknown. */
final class Unsettled {
  /**
   * No more transactions and calls are asked for. With 1 kB for each it is four megabytes, and with
   * a timeout of ten seconds eleven hours without an answer. One of a history is here twice.
   */
  private static final int MAX = 2 * Procedures.CALLS_MAX;

  private final List<Question<?>> questions = new ArrayList<>();
  private int all;

  private record Question<T>(Supplier<Optional<T>> asked, Consumer<Optional<T>> told) {
    /** Returns whether there was an answer. */
    boolean ask() {
      Optional<T> answer;
      try {
        answer = asked.get();
      } catch (FailedOperation e) {
        giveUp();
        return false;
      }
      told.accept(answer);
      return true;
    }

    void giveUp() {
      told.accept(Optional.empty());
    }
  }

  /**
   * Has it asked for.
   *
   * @param calls how many transactions or calls it is about
   * @param asked gives the outcome, empty as long as nobody can tell; throws {@link
   *     FailedOperation} if nobody answers
   * @param told gets it, in this thread
   * @return false if there are too many, and nothing will be told
   */
  <T> boolean add(int calls, Supplier<Optional<T>> asked, Consumer<Optional<T>> told) {
    if (all + calls > MAX) {
      return false;
    }
    all += calls;
    return questions.add(new Question<>(asked, told));
  }

  /** Asks, until nobody answers: the rest need not wait for the same. */
  void settle() {
    boolean answers = true;
    for (Question<?> question : questions) {
      if (answers) {
        answers = question.ask();
      } else {
        question.giveUp();
      }
    }
    questions.clear();
    all = 0;
  }
}
