package io.hybridycsb.sharedjvm;

import java.util.concurrent.CountDownLatch;
import org.apache.kafka.common.utils.Exit;

/** A program that does what its arguments say, one after the other. */
final class Speaker {
  private Speaker() {}

  /**
   * Understands {@code out:LINE}, {@code err:LINE}, {@code thread:LINE} for a thread of its own,
   * {@code exit:STATUS}, {@code kafka:STATUS}, {@code halt:STATUS}, {@code throw:MESSAGE} and
   * {@code wait:}.
   */
  public static void main(String[] args) throws InterruptedException {
    for (String arg : args) {
      String what = arg.substring(arg.indexOf(':') + 1);
      switch (arg.substring(0, arg.indexOf(':'))) {
        case "out" -> System.out.println(what);
        case "err" -> System.err.println(what);
        case "thread" -> {
          Thread thread = new Thread(() -> System.out.println(what));
          thread.start();
          thread.join();
        }
        case "exit" -> System.exit(Integer.parseInt(what));
        case "kafka" -> Exit.exit(Integer.parseInt(what));
        case "halt" -> Exit.halt(Integer.parseInt(what));
        case "throw" -> throw new IllegalStateException(what);
        case "wait" -> new CountDownLatch(1).await();
        default -> throw new IllegalArgumentException(arg);
      }
    }
  }
}
