package io.hybridycsb.harness.system.relational;

import io.hybridycsb.harness.recorded.RecordedWrites;
import io.hybridycsb.harness.recorded.Servers;
import io.hybridycsb.harness.system.ClusterPlan;
import io.hybridycsb.harness.system.Keygen;
import io.hybridycsb.harness.system.Model;
import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.Settings;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.validators.CometBft;
import io.hybridycsb.harness.system.validators.Mempool;
import io.hybridycsb.harness.system.validators.NodeValidators;
import io.hybridycsb.settings.Property;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A relational database on each node, which executes the transactions of a CometBFT chain: a node
 * is a database, a server process, and a validator with that server as its application.
 */
public final class RelationalTmSystem implements SystemDescription {
  private static final String NAME = "relational-tm";
  private static final String MAIN = "io.hybridycsb.relational.tendermint.RelationalTm";

  /** A node's default of {@code transaction.bytes.max}. */
  private static final int TRANSACTION_BYTES_MAX = 1 << 20;

  /** A validator's memory for what waits is that of a node. */
  private static final Mempool MEMPOOL =
      new Mempool(50_000, 64L << 20, 100_000, TRANSACTION_BYTES_MAX);

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Property<?>> options() {
    List<Property<?>> options = new ArrayList<>(RelationalNodes.options(NodeDatabases.options()));
    options.addAll(CometBft.options());
    return options;
  }

  @Override
  public Optional<Model> promisedModel(Settings cluster, Map<String, String> ycsbProperties) {
    return RelationalNodes.promisedModel(ycsbProperties);
  }

  @Override
  public Optional<RecordedWrites> recordedWrites(Servers servers) {
    return RelationalNodes.recordedWrites(servers);
  }

  @Override
  public Optional<Keygen> keygen() {
    return Optional.of(
        NodeValidators.keygen(
            MEMPOOL,
            (files, validators) -> RelationalNodes.write(NAME, files, n -> Map.of(), validators)));
  }

  @Override
  public ClusterPlan plan(PlanContext context) {
    return new RelationalNodes(NAME, MAIN, context).plan(new NodeValidators(MEMPOOL, context));
  }
}
