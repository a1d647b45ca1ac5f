package io.hybridycsb.harness.flame;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.cluster.Progress;
import io.hybridycsb.harness.files.WholeFile;
import io.hybridycsb.harness.process.Deadline;
import io.hybridycsb.harness.process.ThreadTimes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Takes flame graphs of JVMs that run on this machine, one picture for each role. */
public final class Flame {
  private static final Duration LOOK_EVERY = Duration.ofMillis(500);
  private static final long SAY_EVERY_S = 10;

  /** How much longer than wanted a recording lasts if this process dies. */
  private static final Duration GRACE = Duration.ofMinutes(2);

  private final Duration time;
  private final Path out;
  private final Progress progress;

  /**
   * @param time that is recorded
   * @param out the directory of the pictures
   */
  public Flame(Duration time, Path out, Progress progress) {
    this.time = time;
    this.out = out;
    this.progress = progress;
  }

  /** The JVMs among a process and those that it has started, without this one. */
  public static List<Long> jvmsOf(long pid) {
    return ProcessHandle.of(pid).stream()
        .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()))
        .filter(process -> process.info().command().filter(Flame::isJava).isPresent())
        .filter(process -> !process.equals(ProcessHandle.current()))
        .map(ProcessHandle::pid)
        .sorted()
        .toList();
  }

  private static boolean isJava(String program) {
    return Path.of(program).getFileName().toString().equals("java");
  }

  /** A JVM under way. */
  private record Watched(long pid, Recording recording, CpuWatch cpu) {}

  /**
   * Records them all at the same time, and draws.
   *
   * @param roles the ids of each role's JVMs, at least one
   * @return a line for each picture
   */
  public List<String> take(SortedMap<String, List<Long>> roles) throws InterruptedException {
    makeDirectory();
    try {
      Path scratch = Files.createTempDirectory("hybrid-flame");
      try {
        return take(roles, scratch);
      } finally {
        remove(scratch);
      }
    } catch (IOException e) {
      throw new HarnessException("cannot write: " + e.getMessage(), e);
    }
  }

  /** Before anything is recorded: otherwise a wrong name would cost the whole time. */
  private void makeDirectory() {
    try {
      Files.createDirectories(out);
    } catch (IOException e) {
      throw new HarnessException(
          "cannot make the directory %s; name another by --out".formatted(out), e);
    }
  }

  private List<String> take(SortedMap<String, List<Long>> roles, Path scratch)
      throws IOException, InterruptedException {
    Jcmd jcmd = Jcmd.of(Path.of(System.getProperty("java.home")), scratch);
    List<Long> pids = roles.values().stream().flatMap(List::stream).toList();
    progress.say("starting to record " + jvms(pids.size()));
    SortedMap<Long, Recording> recordings = new TreeMap<>();
    try {
      for (long pid : pids) {
        // Known before it starts, so that an interrupted start is given up, too.
        recordings.put(pid, new Recording(jcmd, pid, scratch));
        recordings.get(pid).start(time.plus(GRACE));
      }
      SortedMap<Long, CpuWatch> watches = new TreeMap<>();
      Instant from = Instant.now();
      pids.forEach(pid -> watches.put(pid, new CpuWatch(() -> ThreadTimes.all(pid))));
      watch(watches);
      Instant to = Instant.now();
      progress.say("reading the recordings");
      SortedMap<Long, Profile.Jvm> jvms = new TreeMap<>();
      for (long pid : pids) {
        Samples samples = Samples.read(recordings.get(pid).stop(), from, to);
        jvms.put(pid, new Profile.Jvm(watches.get(pid).used(), samples));
      }
      List<String> lines = new ArrayList<>();
      for (Map.Entry<String, List<Long>> role : roles.entrySet()) {
        lines.add(draw(role.getKey(), role.getValue().stream().map(jvms::get).toList()));
      }
      return lines;
    } finally {
      for (Recording recording : recordings.values()) {
        recording.giveUp();
      }
    }
  }

  private void watch(SortedMap<Long, CpuWatch> watches) throws InterruptedException {
    progress.say("recording for %d s".formatted(time.toSeconds()));
    Deadline end = Deadline.after(time);
    long saidAtMs = end.remainingMs();
    while (!end.passed()) {
      Thread.sleep(Math.min(LOOK_EVERY.toMillis(), end.remainingMs()));
      watches.values().forEach(CpuWatch::look);
      if (saidAtMs - end.remainingMs() >= SAY_EVERY_S * 1000 && !end.passed()) {
        saidAtMs -= SAY_EVERY_S * 1000;
        progress.say("%d s left".formatted(Math.round(end.remainingMs() / 1000.0)));
      }
    }
  }

  private String draw(String role, List<Profile.Jvm> jvms) throws IOException {
    Profile profile = Profile.of(jvms);
    double seconds = profile.stacks().weight();
    String summary =
        String.format(
            Locale.ROOT,
            "%.1f CPU s in %d s, %.1f %% of it of JIT compilers, %.1f %% of garbage collectors",
            seconds,
            time.toSeconds(),
            percent(profile.compilerSeconds(), seconds),
            percent(profile.collectorSeconds(), seconds));
    String title = role + ": " + jvms(jvms.size());
    Path file = out.resolve(role + ".svg");
    WholeFile.write(file, FlameSvg.draw(profile.stacks(), title, summary));
    return "%s: %s, %s".formatted(role, file, summary);
  }

  private static String jvms(int number) {
    return number == 1 ? "1 JVM" : number + " JVMs together";
  }

  private static double percent(double part, double whole) {
    return whole > 0 ? 100 * part / whole : 0;
  }

  private static void remove(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
  }
}
