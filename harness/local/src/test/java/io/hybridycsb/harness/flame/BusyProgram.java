package io.hybridycsb.harness.flame;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** A JVM with two threads that compute until their parent ends. */
final class BusyProgram implements AutoCloseable {
  static final String WORKER = "computing-without-any-end-";

  private static volatile long result;

  private final Process process;

  private BusyProgram(Process process) {
    this.process = process;
  }

  public static void main(String[] args) throws IOException {
    for (int i = 1; i <= 2; i++) {
      Thread worker = new Thread(BusyProgram::work, WORKER + i);
      worker.setDaemon(true);
      worker.start();
    }
    System.out.println("ready");
    int end = System.in.read();
    System.out.println("the parent has ended: " + end);
  }

  private static void work() {
    while (true) {
      result = compute(result);
    }
  }

  private static long compute(long seed) {
    long x = seed;
    for (int i = 0; i < 10_000; i++) {
      x = x * 6364136223846793005L + i;
    }
    return x;
  }

  /** One that computes. */
  static BusyProgram start() throws IOException {
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-Xmx64m",
                    "-cp",
                    System.getProperty("java.class.path"),
                    BusyProgram.class.getName()))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader said =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    if (!"ready".equals(said.readLine())) {
      process.destroyForcibly();
      throw new IOException("the program doesn't start");
    }
    return new BusyProgram(process);
  }

  long pid() {
    return process.pid();
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
