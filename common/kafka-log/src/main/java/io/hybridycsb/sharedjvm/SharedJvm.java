package io.hybridycsb.sharedjvm;

import io.hybridycsb.sharedjvm.Part.Program;
import io.hybridycsb.sharedjvm.PartThreads.OutputByPart;
import io.hybridycsb.sharedjvm.PartThreads.SetupThreads;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Runs several servers in this JVM: the main method of each, on threads of its own, with a log of
 * its own. When a part ends the JVM, or its main method throws, a line says which one and why.
 *
 * <pre>{@code
 * java -cp ... io.hybridycsb.sharedjvm.SharedJvm PARTS.json
 * }</pre>
 */
public final class SharedJvm {
  private static final Duration START_TIMEOUT = Duration.ofMinutes(10);

  private final PrintStream own;

  private SharedJvm(PrintStream own) {
    this.own = own;
  }

  /** Starts the parts that a file describes. */
  public static void main(String[] args) {
    if (args.length != 1) {
      System.err.println("shared-jvm: one argument is expected, the file of parts");
      System.exit(2);
    }
    PrintStream own = OutputByPart.install();
    ExitReport.install(own);
    try {
      new SharedJvm(own).start(Part.read(Path.of(args[0])));
    } catch (IOException | StartException e) {
      own.println("shared-jvm: " + e.getMessage());
      System.exit(1);
    } catch (InterruptedException e) {
      System.exit(1);
    }
  }

  private void start(List<Part> parts) throws IOException, StartException, InterruptedException {
    Map<Integer, List<Part>> stages =
        parts.stream()
            .collect(Collectors.groupingBy(Part::stage, TreeMap::new, Collectors.toList()));
    for (List<Part> stage : stages.values()) {
      startStage(stage);
    }
    own.println("all parts serve");
  }

  private void startStage(List<Part> stage)
      throws IOException, StartException, InterruptedException {
    Map<Part, PartThreads> places = new LinkedHashMap<>();
    for (Part part : stage) {
      PartThreads place = new PartThreads(part.name(), part.log(), Pattern.compile(part.ready()));
      places.put(part, place);
      new Thread(place, () -> run(part), "main").start();
    }
    for (Map.Entry<Part, PartThreads> each : places.entrySet()) {
      if (!each.getValue().serves().await(START_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new StartException(each.getKey().name() + " was not ready in time");
      }
      own.println(each.getKey().name() + " serves");
    }
    for (Part part : stage) {
      for (Part.Setup setup : part.after()) {
        runOnce(part, setup);
      }
    }
  }

  /** A main method that returns leaves its threads running, as in a JVM of its own. */
  private static void run(Part part) {
    try {
      for (Part.Setup setup : part.before()) {
        runOnce(part, setup);
      }
      part.program().run();
    } catch (StartException e) {
      System.err.println(e.getMessage());
      System.exit(1);
    } catch (InterruptedException e) {
      System.exit(1);
    } catch (Throwable e) {
      Program.cause(e).printStackTrace();
      System.exit(1);
    }
  }

  private static void runOnce(Part part, Part.Setup setup)
      throws IOException, StartException, InterruptedException {
    if (Files.exists(setup.done())) {
      return;
    }
    String what = setup.name() + " of " + part.name();
    SetupThreads place = new SetupThreads(what, setup.log());
    Thread thread = new Thread(place, () -> run(setup.program(), place), "main");
    thread.start();
    thread.join(START_TIMEOUT.toMillis());
    if (thread.isAlive()) {
      throw new StartException(what + " did not end in time");
    }
    if (place.status() != 0) {
      throw new StartException(
          "%s exited with status %d: %s".formatted(what, place.status(), place.lastLine()));
    }
    Files.createFile(setup.done());
  }

  private static void run(Program program, SetupThreads place) {
    try {
      program.run();
      place.end(0);
    } catch (Throwable e) {
      Program.cause(e).printStackTrace();
      place.end(1);
    }
  }

  /** A part didn't start; the message is one line. */
  private static final class StartException extends Exception {
    StartException(String message) {
      super(message);
    }
  }
}
