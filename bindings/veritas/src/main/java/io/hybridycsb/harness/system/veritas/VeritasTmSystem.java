package io.hybridycsb.harness.system.veritas;

import io.hybridycsb.harness.recorded.RecordedWrites;
import io.hybridycsb.harness.recorded.Servers;
import io.hybridycsb.harness.system.ClusterPlan;
import io.hybridycsb.harness.system.FreshStart;
import io.hybridycsb.harness.system.Keygen;
import io.hybridycsb.harness.system.Model;
import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.PlanParts;
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
import java.util.stream.Collectors;

/**
 * Veritas over CometBFT: each node has a Redis (unless another state store is chosen), a server
 * process, and a validator with that server as its application.
 */
public final class VeritasTmSystem implements SystemDescription {
  private static final String NAME = "veritas-tm";
  private static final String MAIN = "io.hybridycsb.veritas.tendermint.VeritasTm";

  /** The server's default of {@code block.bytes.max}. */
  public static final long BLOCK_BYTES_DEFAULT = 1L << 20;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Property<?>> options() {
    List<Property<?>> options =
        new ArrayList<>(
            VeritasNodes.options("veritas-tm.md", "block.linger.ms", "snapshot.interval"));
    options.addAll(CometBft.options());
    return options;
  }

  @Override
  public Optional<Model> promisedModel(Settings cluster, Map<String, String> ycsbProperties) {
    return Optional.of(VeritasNodes.promisedModel(Model.COMMITTED, "session", ycsbProperties));
  }

  @Override
  public Optional<Keygen> keygen() {
    return Optional.of(
        NodeValidators.keygen(
            Mempool.OF_CALLS, (files, validators) -> VeritasNodes.write(NAME, files, validators)));
  }

  @Override
  public Optional<RecordedWrites> recordedWrites(Servers servers) {
    return Optional.of(VeritasNodes.recordedWrites(servers));
  }

  @Override
  public ClusterPlan plan(PlanContext context) {
    VeritasNodes nodes = new VeritasNodes(NAME, MAIN, context);
    NodeValidators validators = new NodeValidators(Mempool.OF_CALLS, context);
    CometBft.requireRoomFor("record.bytes.max", context.settings());
    nodes.requireBlocksWithRoomForRecords(BLOCK_BYTES_DEFAULT);
    PlanParts plan = new PlanParts();
    nodes.addOrderAndStores(validators, plan);
    nodes.addNodes(
        node ->
            context.links().areWanted()
                ? Map.of("peer.addresses", peerAddresses(context, node, nodes.names()))
                : Map.of(),
        plan);
    return nodes.finish(plan, validators::describe);
  }

  /** The state store isn't emptied here: a node with an empty ledger does that itself. */
  @Override
  public FreshStart freshStart(PlanContext context, String process) {
    VeritasNodes nodes = new VeritasNodes(NAME, MAIN, context);
    return new NodeValidators(Mempool.OF_CALLS, context).freshStart(process, nodes::data);
  }

  /** Nodes also send each other transactions directly, not only through their validators. */
  private static String peerAddresses(PlanContext context, String node, List<String> nodes) {
    return nodes.stream()
        .filter(other -> !other.equals(node))
        .map(other -> other + "=" + context.links().address(node, other, other))
        .collect(Collectors.joining(","));
  }
}
