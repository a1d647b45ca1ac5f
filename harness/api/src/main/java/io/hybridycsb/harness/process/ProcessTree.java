package io.hybridycsb.harness.process;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/** The processes of this machine at one moment, and which of them started which. */
public final class ProcessTree {
  private static final Path PROC = Path.of("/proc");

  private final Map<Long, ProcStat> processes;

  ProcessTree(Map<Long, ProcStat> processes) {
    this.processes = Map.copyOf(processes);
  }

  /** The processes as they are now; none on platforms that don't report them. */
  public static ProcessTree now() {
    Map<Long, ProcStat> processes = new HashMap<>();
    if (ProcStat.supported()) {
      try (DirectoryStream<Path> all = Files.newDirectoryStream(PROC, "[1-9]*")) {
        for (Path one : all) {
          long pid = Long.parseLong(one.getFileName().toString());
          ProcStat.read(pid).ifPresent(stat -> processes.put(pid, stat));
        }
      } catch (IOException | DirectoryIteratorException e) {
        return new ProcessTree(Map.of());
      }
    }
    return new ProcessTree(processes);
  }

  /** Which of these processes it is, or is a descendant of. */
  public OptionalLong rootOf(long pid, Collection<Long> roots) {
    Set<Long> seen = new HashSet<>();
    long ancestor = pid;
    while (ancestor == 0 || !roots.contains(ancestor)) {
      ProcStat stat = processes.get(ancestor);
      // The parent of a process may have ended while the others were read, and its id be another's.
      if (stat == null || !seen.add(ancestor)) {
        return OptionalLong.empty();
      }
      ancestor = stat.parent();
    }
    return OptionalLong.of(ancestor);
  }

  /** Of each process that is one of these or a descendant of one, which one that is. */
  public Map<Long, Long> rootsOf(Set<Long> roots) {
    Map<Long, Long> rootsOf = new HashMap<>();
    for (long pid : processes.keySet()) {
      rootOf(pid, roots).ifPresent(root -> rootsOf.put(pid, root));
    }
    return rootsOf;
  }

  /**
   * What each of these processes has used, with all its descendants. A process that has ended is
   * missing.
   */
  public Map<Long, ProcessUse> uses(Set<Long> roots) {
    Map<Long, ProcessUse> uses = new HashMap<>();
    processes.forEach(
        (pid, stat) ->
            rootOf(pid, roots).ifPresent(root -> uses.merge(root, stat.use(), ProcessUse::plus)));
    uses.keySet().retainAll(processes.keySet());
    return uses;
  }
}
