package io.hybridycsb.harness.system.veritas;

import io.hybridycsb.harness.system.ClusterPlan;
import io.hybridycsb.harness.system.Model;
import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.PlanParts;
import io.hybridycsb.harness.system.Settings;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.kafka.KafkaBrokers;
import io.hybridycsb.harness.system.programs.RedisProgram;
import io.hybridycsb.harness.system.stores.RedisServer;
import io.hybridycsb.settings.Property;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A real Kafka broker and a real Redis per node, without any node. */
public final class BrokerAndStores implements SystemDescription {
  @Override
  public String name() {
    return "broker-and-stores";
  }

  @Override
  public List<Property<?>> options() {
    List<Property<?>> options = new ArrayList<>(KafkaBrokers.options());
    options.add(RedisServer.option());
    return options;
  }

  @Override
  public Optional<Model> promisedModel(Settings cluster, Map<String, String> ycsbProperties) {
    return Optional.empty();
  }

  @Override
  public ClusterPlan plan(PlanContext context) {
    KafkaBrokers brokers = new KafkaBrokers("veritas", context);
    PlanParts plan = new PlanParts();
    brokers.addTo(plan);
    RedisServer redis = new RedisServer(context, RedisProgram.ofThisMachine().bundled());
    for (int i = 1; i <= context.nodes(); i++) {
      redis.add("redis" + i, 0, plan);
    }
    List<String> topics = new ArrayList<>(brokers.topicCommand());
    topics.add("--describe");
    return plan.finish(context, Map.of(), Map.of("topics", topics));
  }
}
