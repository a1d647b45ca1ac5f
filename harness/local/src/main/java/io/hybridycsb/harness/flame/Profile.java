package io.hybridycsb.harness.flame;

import io.hybridycsb.harness.process.ThreadTimes.Used;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Where the CPU time of some JVMs went, in seconds. The bottom frames are groups of threads, as
 * wide as the kernel says. What a group has spent in the kernel is a frame of its own, the rest is
 * spread over its samples: JFR takes these only of threads that run Java code, at most a few at a
 * time, so that their number alone says little.
 */
record Profile(Stacks stacks, double compilerSeconds, double collectorSeconds) {
  static final String KERNEL = "[kernel]";

  /** One JVM: what its threads have used, by their numbers, and what they were seen at. */
  record Jvm(Map<Long, Used> used, Samples samples) {}

  /** The threads of a group, of all JVMs. */
  private static final class Group {
    private final Stacks seen = new Stacks();
    private double userSeconds;
    private double kernelSeconds;
  }

  static Profile of(List<Jvm> jvms) {
    SortedMap<String, Group> groups = groups(jvms);
    Stacks all = new Stacks();
    double compilers = 0;
    double collectors = 0;
    for (Map.Entry<String, Group> entry : groups.entrySet()) {
      String name = entry.getKey();
      Group group = entry.getValue();
      all.add(List.of(name, KERNEL), group.kernelSeconds);
      if (group.seen.weight() > 0) {
        all.addAbove(name, group.seen, group.userSeconds / group.seen.weight());
      } else {
        all.add(List.of(name), group.userSeconds);
      }
      double seconds = group.userSeconds + group.kernelSeconds;
      compilers += Threads.kind(name) == Threads.Kind.COMPILER ? seconds : 0;
      collectors += Threads.kind(name) == Threads.Kind.COLLECTOR ? seconds : 0;
    }
    return new Profile(all, compilers, collectors);
  }

  private static SortedMap<String, Group> groups(List<Jvm> jvms) {
    Set<String> names =
        jvms.stream()
            .flatMap(jvm -> jvm.samples().names().values().stream())
            .collect(Collectors.toSet());
    SortedMap<String, Group> groups = new TreeMap<>();
    for (Jvm jvm : jvms) {
      jvm.used()
          .forEach(
              (id, used) -> {
                String name = jvm.samples().names().get(id);
                String full = name == null ? Threads.full(used.name(), names) : name;
                Group group = groups.computeIfAbsent(Threads.group(full), any -> new Group());
                group.userSeconds += used.userSeconds();
                group.kernelSeconds += used.kernelSeconds();
              });
      jvm.samples()
          .stacks()
          .forEach(
              (id, seen) ->
                  groups
                      .computeIfAbsent(
                          Threads.group(jvm.samples().names().get(id)), any -> new Group())
                      .seen
                      .addAll(seen, 1));
    }
    return groups;
  }
}
