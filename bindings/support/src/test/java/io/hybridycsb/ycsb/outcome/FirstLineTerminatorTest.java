package io.hybridycsb.ycsb.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class FirstLineTerminatorTest {
  private static final Runnable NEVER =
      () -> {
        throw new AssertionError("the process is to exit now");
      };

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final AtomicInteger exits = new AtomicInteger();

  @Test
  void oneLineIsSaidForAllThreads() throws InterruptedException {
    Terminator terminator =
        new FirstLineTerminator(new PrintStream(said, true), exits::incrementAndGet, NEVER);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      threads.add(new Thread(() -> terminator.terminate("why")));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(said.toString(StandardCharsets.UTF_8)).isEqualTo("why" + System.lineSeparator());
    assertThat(exits).hasValue(8);
  }

  @Test
  @Timeout(30)
  void noThreadExitsBeforeAnothersLineIsOut() throws InterruptedException {
    CountDownLatch printing = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    PrintStream slow =
        new PrintStream(said, true) {
          @Override
          public void println(String line) {
            printing.countDown();
            awaitQuietly(goOn);
            super.println(line);
          }
        };
    Terminator terminator = new FirstLineTerminator(slow, exits::incrementAndGet, NEVER);
    Thread first = new Thread(() -> terminator.terminate("why"));
    Thread second = new Thread(() -> terminator.terminate("me too"));
    first.start();
    printing.await();
    second.start();
    while (second.getState() == Thread.State.NEW || second.getState() == Thread.State.RUNNABLE) {
      Thread.onSpinWait();
    }
    assertThat(exits).hasValue(0);
    goOn.countDown();
    first.join();
    second.join();
    assertThat(exits).hasValue(2);
  }

  /** A process whose main method goes on after the failure, as YCSB's does. */
  public static final class FailingAtEnd {
    private FailingAtEnd() {}

    public static void main(String[] args) {
      Terminator.EXIT.failAtEnd("why");
      System.out.print("results");
      System.exit(0);
    }
  }

  @Test
  @Timeout(60)
  void aProcessThatFailsAtItsEndTellsItsResultsBeforeItExitsWithStatusOne() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                FailingAtEnd.class.getName())
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String errors = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isEqualTo(1);
    assertThat(output).isEqualTo("results");
    assertThat(errors).contains("why");
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
