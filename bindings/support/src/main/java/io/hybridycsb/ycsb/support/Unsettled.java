package io.hybridycsb.ycsb.support;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import site.ycsb.Status;

/** One thread's transactions of unknown outcome, for which it asks again at its end. */
final class Unsettled {
  /**
   * No more are asked for. With transactions of 1 kB it is two megabytes, and with a timeout of ten
   * seconds more than five hours without an answer. A transaction of a history may be here twice.
   */
  private static final int MAX = 2_000;

  private final List<Question> questions = new ArrayList<>();

  private record Question(Transaction transaction, Consumer<Status> told) {}

  /**
   * Has it asked for.
   *
   * @param told gets the outcome, which may still be unknown; in this thread
   * @return false if there are too many, and nothing will be told
   */
  boolean add(Transaction transaction, Consumer<Status> told) {
    return questions.size() < MAX && questions.add(new Question(transaction, told));
  }

  /** Asks. */
  void settle() {
    boolean answers = true;
    for (Question question : questions) {
      Status status = Statuses.UNKNOWN;
      if (answers) {
        try {
          status = question.transaction().settle();
        } catch (FailedOperation e) {
          // Nobody can be asked now, and the others need not wait for the same.
          answers = false;
        }
      }
      question.told().accept(status);
    }
    questions.clear();
  }
}
