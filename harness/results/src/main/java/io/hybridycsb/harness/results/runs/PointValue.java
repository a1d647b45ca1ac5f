package io.hybridycsb.harness.results.runs;

import io.hybridycsb.harness.results.Spread;

/**
 * A number of a point.
 *
 * @param value the point's own: the mean of its repeats, or of latencies that of all repeats'
 *     operations together
 * @param repeats the same number of each repeat
 */
public record PointValue(double value, Spread repeats) {}
