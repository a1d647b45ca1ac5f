package io.hybridycsb.it.ycsb;

import io.hybridycsb.harness.system.programs.Home;
import io.hybridycsb.it.hosted.YcsbHost;
import io.hybridycsb.it.release.Ended;
import io.hybridycsb.it.release.Release;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * YCSB's clients of one system, one after another in one JVM. The first client starts it. After a
 * client that has ended it, the next starts another.
 */
public final class YcsbJvm implements AutoCloseable {
  private static final int END_SECONDS = 60;

  private final List<String> command;
  private final String binding;
  private final Path root;
  private final ReentrantLock inUse = new ReentrantLock();
  private Process process;
  private BufferedReader answers;

  /**
   * @param classPath with YCSB, the binding and this class
   * @param binding the binding's class
   * @param root where its directories are made
   * @param options of the JVM
   */
  YcsbJvm(String classPath, String binding, Path root, List<String> options) {
    command = new ArrayList<>(List.of(Release.java()));
    command.addAll(options);
    command.addAll(List.of("-cp", classPath, YcsbHost.class.getName()));
    this.binding = binding;
    this.root = root;
  }

  /** With a release's binding of a system. */
  public static YcsbJvm of(Path release, String system, Path root, List<String> options) {
    Home home = new Home(release);
    String classPath = home.bindingClassPath(system) + File.pathSeparator + testClasses();
    return new YcsbJvm(classPath, home.bindingClass(system), root, options);
  }

  private static Path testClasses() {
    try {
      return Path.of(YcsbHost.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Runs a client to its end, as the launcher does.
   *
   * @param phase load or run
   * @return empty if another client is running
   */
  public Optional<Ended> run(String phase, List<String> options, Duration timeout) {
    if (!inUse.tryLock()) {
      return Optional.empty();
    }
    try {
      List<String> arguments =
          new ArrayList<>(List.of(phase.equals("load") ? "-load" : "-t", "-db", binding));
      arguments.addAll(options);
      return Optional.of(runAlone(arguments, timeout));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      inUse.unlock();
    }
  }

  private Ended runAlone(List<String> arguments, Duration timeout) throws IOException {
    Path directory = Files.createTempDirectory(root, "client");
    Files.write(directory.resolve("arguments"), arguments);
    if (process == null || !process.isAlive()) {
      start();
    }
    try {
      process.getOutputStream().write((directory + "\n").getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
    } catch (IOException e) {
      close();
      throw e;
    }
    int status = awaitEnd(directory, timeout);
    Ended ended =
        new Ended(
            "ycsb " + String.join(" ", arguments),
            status,
            said(directory, "out"),
            said(directory, "err"));
    Release.delete(directory);
    return ended;
  }

  private void start() throws IOException {
    process =
        new ProcessBuilder(command).redirectError(root.resolve("ycsb-jvm.err").toFile()).start();
    answers = process.inputReader(StandardCharsets.UTF_8);
  }

  /** The status of the client's end. */
  private int awaitEnd(Path directory, Duration timeout) throws IOException {
    try {
      Process running = process;
      boolean ended =
          CompletableFuture.supplyAsync(() -> isAnswered(directory))
              .get(timeout.toSeconds(), TimeUnit.SECONDS);
      return ended ? 0 : running.waitFor();
    } catch (TimeoutException e) {
      close();
      throw new AssertionError(
          "'%s' has not ended after %s; it said:%n%s%s"
              .formatted(
                  Files.readString(directory.resolve("arguments")),
                  timeout,
                  said(directory, "out"),
                  said(directory, "err")),
          e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      close();
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while YCSB ran", e);
    }
  }

  /** Whether a client's end is told; if not, its JVM has ended. The JVM itself may say more. */
  private boolean isAnswered(Path directory) {
    try {
      for (String line = answers.readLine(); line != null; line = answers.readLine()) {
        if (line.equals("ended " + directory)) {
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String said(Path directory, String name) throws IOException {
    Path file = directory.resolve(name);
    return Files.exists(file) ? Files.readString(file) : "";
  }

  /** Ends the JVM, and waits for its end, so that its CPU time counts for this class of tests. */
  @Override
  public void close() {
    Process last = process;
    process = null;
    if (last != null) {
      last.destroyForcibly().onExit().orTimeout(END_SECONDS, TimeUnit.SECONDS).join();
    }
  }
}
