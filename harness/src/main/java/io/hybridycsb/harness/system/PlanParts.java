package io.hybridycsb.harness.system;

import io.hybridycsb.harness.process.ProcessSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A plan in the making, which the parts of a system add to.
 *
 * @param processes so far
 * @param files to write before they start, with their contents
 * @param versions what the system is made of, by name
 */
public record PlanParts(
    List<ProcessSpec> processes, Map<Path, String> files, Map<String, String> versions) {
  public PlanParts() {
    this(new ArrayList<>(), new LinkedHashMap<>(), new LinkedHashMap<>());
  }
}
