package io.hybridycsb.verification;

/** Threads that don't keep their process alive, and how they end. */
public final class Threads {
  /** Waits for something, as long as its thread is not interrupted. */
  @FunctionalInterface
  public interface Waiting {
    void run() throws InterruptedException;
  }

  private Threads() {}

  /** A thread that is to be started, and that ends with the process. */
  public static Thread daemon(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  /** Waits until that is over, or the thread is interrupted; it then stays interrupted. */
  public static void untilInterrupted(Waiting waiting) {
    try {
      waiting.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
