package io.hybridycsb.harness.system;

import java.util.Map;

/**
 * The components of a system as far as they can be told apart by the processor time of processes.
 *
 * @param byRole the component of each role's processes; empty if one process holds all components
 * @param explanation which process stands for which component, or why none does
 */
public record Components(Map<String, String> byRole, String explanation) {
  /**
   * Components that are separate processes.
   *
   * @param explanation which process stands for which component
   */
  public static Components separate(Map<String, String> byRole, String explanation) {
    return new Components(
        byRole,
        "processor time of processes, seen from outside, not time of operations: " + explanation);
  }

  /**
   * Components that can't be told apart.
   *
   * @param why the reason
   */
  public static Components inseparable(String why) {
    return new Components(Map.of(), "not separable: " + why);
  }
}
