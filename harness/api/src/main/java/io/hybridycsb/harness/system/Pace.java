package io.hybridycsb.harness.system;

/**
 * A system's expected speed, before anything is measured: four nodes on four otherwise idle cores.
 * Figures are rounded from docs/performance.md and docs/systems/.
 *
 * @param startSeconds until all nodes serve
 * @param loadsPerSecond inserts on a new cluster
 * @param operationsPerSecond of workload A
 */
public record Pace(double startSeconds, double loadsPerSecond, double operationsPerSecond) {}
