package io.hybridycsb.harness.flame;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.cluster.Progress;
import io.hybridycsb.harness.process.Deadline;
import io.hybridycsb.harness.system.programs.Programs;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import one.convert.Arguments;
import one.convert.FlameGraph;

/**
 * Takes flame graphs of JVMs that run on this machine, one page for each role.
 *
 * @param time that is profiled
 * @param out the directory of the pages
 */
public record FlameGraphs(Duration time, Path out, Progress progress) {
  private static final long SAY_EVERY_S = 10;

  /** How much longer than wanted a profiler runs if this process dies. */
  private static final Duration GRACE = Duration.ofMinutes(2);

  /** Narrower frames can't be seen. */
  private static final double PERCENT_MIN = 0.1;

  /** The frame of a thread. */
  private static final Pattern THREAD = Pattern.compile("(?m)^\\[(.+?) tid=\\d+(?=])");

  /** A number in a thread's name with what separates it, but not the one of "C2" or "G1". */
  private static final Pattern NUMBER = Pattern.compile("[-_#:/. ]*(?<=[^A-Z0-9])\\d+");

  /** What differs from JVM to JVM in the names of classes that are made at run time. */
  private static final Pattern MADE_AT_RUN_TIME =
      Pattern.compile("(?<=Lambda)\\$\\d+|(?<=Accessor)\\d+");

  private static final Pattern COMPILER = Pattern.compile("\\[(C[12] Compiler|JVMCI).*");

  /** The thread of the JVM's safepoints belongs to them: the serial collector works in it. */
  private static final Pattern COLLECTOR =
      Pattern.compile("\\[(GC Thread|G1 |VM Thread|Shenandoah|Z(Worker|Driver|Director)).*");

  /** The JVMs among a process and those that it has started, without this one. */
  public static List<Long> jvmsOf(long pid) {
    return ProcessHandle.of(pid).stream()
        .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()))
        .filter(process -> process.info().command().filter(FlameGraphs::isJava).isPresent())
        .filter(process -> !process.equals(ProcessHandle.current()))
        .map(ProcessHandle::pid)
        .sorted()
        .toList();
  }

  private static boolean isJava(String program) {
    return Path.of(program).getFileName().toString().equals("java");
  }

  /**
   * Profiles them all at the same time, and draws.
   *
   * @param roles the ids of each role's JVMs, at least one
   * @return a line for each page
   */
  public List<String> take(SortedMap<String, List<Long>> roles) throws InterruptedException {
    Profiler.requireSupport();
    makeDirectory();
    try {
      // Not among temporary files: programs can't be run from there on every machine.
      Path scratch = Files.createTempDirectory(Programs.cache(), "flame");
      try {
        Profiler.unpack(scratch);
        return take(roles, scratch);
      } finally {
        Profiler.remove();
      }
    } catch (IOException e) {
      throw new HarnessException("cannot write: " + e.getMessage(), e);
    }
  }

  /** Before anything is profiled: otherwise a wrong name would cost the whole time. */
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
    List<Long> pids = roles.values().stream().flatMap(List::stream).toList();
    progress.say("starting to profile " + jvms(pids.size()));
    SortedMap<Long, Profiler> profilers = new TreeMap<>();
    try {
      for (long pid : pids) {
        // Known before it starts, so that an interrupted start is given up, too.
        profilers.put(pid, new Profiler(pid, scratch));
        profilers.get(pid).start(time.plus(GRACE));
      }
      awaitEnd();
      List<String> lines = new ArrayList<>();
      for (Map.Entry<String, List<Long>> role : roles.entrySet()) {
        List<Path> stacks =
            role.getValue().stream().map(profilers::get).map(Profiler::stop).toList();
        lines.add(draw(role.getKey(), stacks));
      }
      return lines;
    } finally {
      profilers.values().forEach(Profiler::giveUp);
    }
  }

  private void awaitEnd() throws InterruptedException {
    progress.say("profiling for %d s".formatted(time.toSeconds()));
    Deadline end = Deadline.after(time);
    while (!end.passed()) {
      Thread.sleep(Math.min(SAY_EVERY_S * 1000, end.remainingMs()));
      if (!end.passed()) {
        progress.say("%d s left".formatted(Math.round(end.remainingMs() / 1000.0)));
      }
    }
  }

  private String draw(String role, List<Path> jvms) throws IOException {
    List<String> stacks = new ArrayList<>();
    for (Path jvm : jvms) {
      stacks.addAll(common(Files.readString(jvm)).lines().toList());
    }
    double all = seconds(stacks, Pattern.compile(".*"));
    String summary =
        String.format(
            Locale.ROOT,
            "%.1f CPU s in %d s, %.1f %% of it of JIT compilers, %.1f %% of garbage collectors",
            all,
            time.toSeconds(),
            percent(seconds(stacks, COMPILER), all),
            percent(seconds(stacks, COLLECTOR), all));
    Arguments arguments = new Arguments();
    arguments.title = "%s: %s, %s".formatted(role, jvms(jvms.size()), summary);
    arguments.minwidth = PERCENT_MIN;
    FlameGraph graph = new FlameGraph(arguments);
    graph.parseCollapsed(new StringReader(stacks.stream().collect(Collectors.joining("\n"))));
    Path page = out.resolve(role + ".html");
    try (PrintStream html = new PrintStream(page.toFile(), StandardCharsets.UTF_8)) {
      graph.dump(html);
    }
    return "%s: %s, %s".formatted(role, page, summary);
  }

  /** Stacks with the names that all JVMs and all threads of a pool have for the same thing. */
  static String common(String stacks) {
    String grouped =
        THREAD
            .matcher(stacks)
            .replaceAll(
                thread ->
                    Matcher.quoteReplacement("[" + NUMBER.matcher(thread.group(1)).replaceAll("")));
    return MADE_AT_RUN_TIME.matcher(grouped).replaceAll("");
  }

  /** The CPU time of the stacks that match. */
  private static double seconds(List<String> stacks, Pattern kind) {
    return Profiler.seconds(
        stacks.stream()
            .filter(stack -> kind.matcher(stack).matches())
            .mapToLong(stack -> Long.parseLong(stack.substring(stack.lastIndexOf(' ') + 1)))
            .sum());
  }

  private static double percent(double part, double whole) {
    return whole > 0 ? 100 * part / whole : 0;
  }

  private static String jvms(int number) {
    return number == 1 ? "1 JVM" : number + " JVMs together";
  }
}
