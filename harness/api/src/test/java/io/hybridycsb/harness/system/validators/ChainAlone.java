package io.hybridycsb.harness.system.validators;

import io.hybridycsb.harness.system.ClusterPlan;
import io.hybridycsb.harness.system.Model;
import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.PlanParts;
import io.hybridycsb.harness.system.Settings;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.settings.Property;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** A real CometBFT chain, with the key-value application that CometBFT has built in. */
public final class ChainAlone implements SystemDescription {
  @Override
  public String name() {
    return "chain-alone";
  }

  @Override
  public List<Property<?>> options() {
    return CometBft.options();
  }

  @Override
  public Optional<Model> promisedModel(Settings cluster, Map<String, String> ycsbProperties) {
    return Optional.empty();
  }

  @Override
  public ClusterPlan plan(PlanContext context) {
    List<String> names =
        IntStream.rangeClosed(1, context.nodes()).mapToObj(i -> "validator" + i).toList();
    Map<String, String> applications = new LinkedHashMap<>();
    names.forEach(name -> applications.put(name, "kvstore"));
    PlanParts plan = new PlanParts();
    CometBft.chain(names, Mempool.OF_CALLS, context).addTo(plan, 0, applications, Map.of());
    return new ClusterPlan(plan.processes(), plan.files(), Map.of(), Map.of(), plan.versions());
  }
}
