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

  private final List<Runnable> questions = new ArrayList<>();
  private int all;

  /**
   * Has it asked for, unless there are too many.
   *
   * @param calls how many transactions or calls it is about
   * @param asked gives the outcome, empty as long as nobody can tell; throws {@link
   *     FailedOperation} if nobody answers
   * @param told gets an outcome, in this thread
   */
  <T> void add(int calls, Supplier<Optional<T>> asked, Consumer<T> told) {
    if (all + calls <= MAX) {
      all += calls;
      questions.add(() -> asked.get().ifPresent(told));
    }
  }

  /** Asks, until nobody answers. */
  void settle() {
    try {
      questions.forEach(Runnable::run);
    } catch (FailedOperation e) {
      // The rest need not wait for the same.
    }
    questions.clear();
    all = 0;
  }
}
