package io.hybridycsb.harness.system;

/**
 * How long things should take with a system, before anything has been done that could tell: four
 * nodes on four cores that nothing else uses. Figures are rounded from docs/performance.md and
 * docs/systems/.
 *
 * @param startSeconds until all nodes serve
 * @param loadsPerSecond inserts on a new cluster
 * @param operationsPerSecond of workload A
 */
public record Pace(double startSeconds, double loadsPerSecond, double operationsPerSecond) {}
