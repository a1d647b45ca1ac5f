package io.hybridycsb.relational.node;

import io.hybridycsb.relational.node.database.DatabaseOptions;
import io.hybridycsb.relational.node.database.Rules;
import io.hybridycsb.settings.Settings;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import java.util.function.Consumer;

/**
 * What a node gives to what orders its transactions.
 *
 * @param name the node's own, in {@code cluster}
 * @param blocks executes them
 * @param waitingBytesMax bytes of transactions that may wait for their block
 * @param ended is told why the node can't go on
 */
public record NodeParts(
    Settings settings,
    ClusterConfig cluster,
    String name,
    Rules rules,
    DatabaseOptions databaseOptions,
    BlockProcessor blocks,
    long waitingBytesMax,
    Consumer<Throwable> ended) {}
