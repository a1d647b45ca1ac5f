package io.hybridycsb.harness.files;

import io.hybridycsb.harness.HarnessException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.util.Optional;

/** Input and output whose failure is told in one line, or doesn't matter. */
public final class Attempt {
  private Attempt() {}

  /**
   * What is attempted, with a result.
   *
   * @param <X> what else it throws, such as InterruptedException
   */
  public interface Work<T, X extends Exception> {
    T result() throws IOException, X;
  }

  /** What is attempted, without a result. */
  public interface Step<X extends Exception> {
    void run() throws IOException, X;
  }

  /**
   * Does it.
   *
   * @param what it does, for a message that begins with "cannot": "read FILE"
   * @throws HarnessException if it fails
   */
  public static <T, X extends Exception> T get(String what, Work<T, X> work) throws X {
    try {
      return work.result();
    } catch (IOException e) {
      throw failed(what, e);
    } catch (UncheckedIOException e) {
      // Of a stream of files, one of which vanishes meanwhile.
      throw failed(what, e.getCause());
    }
  }

  /** As {@link #get}, without a result. */
  public static <X extends Exception> void to(String what, Step<X> step) throws X {
    get(
        what,
        () -> {
          step.run();
          return what;
        });
  }

  /** The result; empty if it fails. */
  public static <T, X extends Exception> Optional<T> maybe(Work<T, X> work) throws X {
    try {
      return Optional.of(work.result());
    } catch (IOException | UncheckedIOException e) {
      return Optional.empty();
    }
  }

  private static HarnessException failed(String what, IOException e) {
    // Some have no message, or one that is nothing but the file's name.
    boolean saysNoMore =
        e.getMessage() == null || (e instanceof FileSystemException of && of.getReason() == null);
    return new HarnessException(
        "cannot %s: %s".formatted(what, saysNoMore ? e : e.getMessage()), e);
  }
}
