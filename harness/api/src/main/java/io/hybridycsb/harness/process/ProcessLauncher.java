package io.hybridycsb.harness.process;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.files.Attempt;
import io.hybridycsb.harness.files.Disk;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Starts processes that outlive this one, and waits until they serve.
 *
 * @param detach the command, without the one that it runs, in whose session they are
 */
public record ProcessLauncher(List<String> detach) {
  /** The input of a process that takes none. */
  public static final ProcessBuilder.Redirect NO_INPUT =
      ProcessBuilder.Redirect.from(new File("/dev/null"));

  public ProcessLauncher() {
    this(detachPrefix());
  }

  /**
   * A process that has been started.
   *
   * @param identity it
   * @param logStart where its output begins in the log, in bytes
   */
  public record Started(ProcessIdentity identity, long logStart) {}

  /**
   * Starts the process in a separate session, so that neither this command's end nor Ctrl-C ends
   * it.
   */
  public Started start(ProcessSpec spec) {
    requireFreePorts(spec);
    LogFile log = spec.log();
    List<String> command = new ArrayList<>(detach);
    command.addAll(spec.command());
    Disk.makeDirectory(spec.dir());
    log.trim();
    spec.parts().forEach(part -> part.log().trim());
    long logStart = log.size();
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(spec.dir().toFile())
            .redirectInput(NO_INPUT)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.path().toFile()));
    prepare(builder.environment(), spec);
    Process process = Attempt.get("start " + spec.name(), builder::start);
    ProcessIdentity identity =
        ProcessIdentity.of(process.pid())
            .orElseThrow(() -> failure(spec, logStart, "ended before it was ready"));
    return new Started(identity, logStart);
  }

  private static void requireFreePorts(ProcessSpec spec) {
    Ports.takenOf(spec.ports()).stream()
        .findFirst()
        .ifPresent(
            port -> {
              throw new HarnessException(
                  "port %d of %s is taken by another process".formatted(port, spec.name()));
            });
  }

  /**
   * Removes {@code HYBRID_...} variables, which would override the properties in our servers'
   * files. The shell's variables are meant for other programs.
   */
  static void prepare(Map<String, String> environment, ProcessSpec spec) {
    environment.keySet().removeIf(name -> name.startsWith("HYBRID_"));
    environment.putAll(spec.environment());
  }

  /** Waits until the process serves; fails with its last output if it ends or takes too long. */
  public void awaitReady(ProcessSpec spec, Started started, Deadline deadline)
      throws InterruptedException {
    LogFile log = spec.log();
    boolean ready =
        deadline.await(
            () -> {
              if (spec.readiness().check(log, started.logStart())) {
                return true;
              }
              if (!started.identity().isAlive()) {
                throw failure(spec, started.logStart(), "ended before it was ready");
              }
              return false;
            });
    if (!ready) {
      throw failure(spec, started.logStart(), "was not ready in time");
    }
    if (!started.identity().isAlive()) {
      throw failure(spec, started.logStart(), "ended as soon as it was ready");
    }
  }

  /** Runs the command unless it has succeeded before. */
  public void runOnce(ProcessSpec spec, SetupCommand setup, Deadline deadline)
      throws InterruptedException {
    Path marker = setup.marker(spec);
    if (Files.exists(marker)) {
      return;
    }
    run(spec, setup, deadline);
    Disk.write(marker, "");
  }

  /**
   * Runs the commands that precede each start but the first. A process that was killed during its
   * first start has been started: it has a log since then.
   */
  public void runBeforeRestart(ProcessSpec spec, Deadline deadline) throws InterruptedException {
    if (spec.beforeRestart().isEmpty() || !Files.exists(spec.log().path())) {
      return;
    }
    // Where another listens, it may be the process itself.
    requireFreePorts(spec);
    for (SetupCommand command : spec.beforeRestart()) {
      run(spec, command, deadline);
    }
  }

  private static void run(ProcessSpec spec, SetupCommand setup, Deadline deadline)
      throws InterruptedException {
    LogFile log = setup.log(spec);
    Disk.makeDirectory(spec.dir());
    log.trim();
    ProcessBuilder builder = new ProcessBuilder(setup.command()).directory(spec.dir().toFile());
    prepare(builder.environment(), spec);
    new LoggedCommand(setup.name() + " of " + spec.name(), builder, log).succeed(deadline);
  }

  private static HarnessException failure(ProcessSpec spec, long logStart, String what) {
    return spec.log().failure(spec.name() + " " + what, logStart);
  }

  /** setsid(1) on Linux; Perl, which macOS brings, has the same call. Both keep the process id. */
  private static List<String> detachPrefix() {
    if (onPath("setsid").isPresent()) {
      return List.of("setsid");
    }
    if (onPath("perl").isPresent()) {
      return List.of("perl", "-MPOSIX", "-e", "POSIX::setsid(); exec { $ARGV[0] } @ARGV");
    }
    return List.of("nohup");
  }

  /** Finds a program on the PATH. */
  public static Optional<Path> onPath(String program) {
    String path = System.getenv().getOrDefault("PATH", "");
    for (String dir : path.split(File.pathSeparator, -1)) {
      Path candidate = Path.of(dir.isEmpty() ? "." : dir, program);
      if (Files.isRegularFile(candidate) && Files.isExecutable(candidate)) {
        return Optional.of(Attempt.get("read " + candidate, candidate::toRealPath));
      }
    }
    return Optional.empty();
  }
}
