package io.hybridycsb.harness.system;

import java.util.Map;

/**
 * What a system's processes are to one who sees only how much processor time each takes.
 *
 * @param byRole the component that a process of a role is; empty if one process is all components
 * @param explanation of what stands for what, or why nothing does
 */
public record Components(Map<String, String> byRole, String explanation) {
  /**
   * Components that are processes of their own.
   *
   * @param explanation of what stands for what
   */
  public static Components separate(Map<String, String> byRole, String explanation) {
    return new Components(
        byRole,
        "processor time of processes, seen from outside, not time of operations: " + explanation);
  }

  /**
   * Components that can't be told apart.
   *
   * @param why so
   */
  public static Components inseparable(String why) {
    return new Components(Map.of(), "not separable: " + why);
  }
}
