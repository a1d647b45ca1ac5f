package io.hybridycsb.harness.system;

import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.system.programs.GoProgram;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A plan under construction, to which the parts of a system add.
 *
 * @param processes so far
 * @param files to write before they start, with their contents
 * @param versions the versions of the system's programs, by name
 */
public record PlanParts(
    List<ProcessSpec> processes, Map<Path, String> files, Map<String, String> versions) {
  public PlanParts() {
    this(new ArrayList<>(), new LinkedHashMap<>(), new LinkedHashMap<>());
  }

  /** Finds or builds a program, and records its version. */
  public Path program(GoProgram.Description wanted, PlanContext context) {
    GoProgram programs = GoProgram.ofThisMachine(wanted, context.progress());
    Path program = programs.find(context.settings().get(wanted.option()));
    versions.put(wanted.title(), programs.versionOf(program));
    return program;
  }

  /**
   * Completes the plan with the client's files, once all processes are in it.
   *
   * @param client as {@link ClusterPlan#clientProperties}
   * @param commands as {@link ClusterPlan#commands}
   */
  public ClusterPlan finish(
      PlanContext context, Map<String, String> client, Map<String, List<String>> commands) {
    files.put(context.clientFile(), PropertiesText.of("How a client finds this cluster.", client));
    return new ClusterPlan(processes, files, client, commands, versions);
  }
}
