package io.hybridycsb.it.veritas;

import io.hybridycsb.it.LocalCluster;
import io.hybridycsb.it.SystemTests;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** All nodes have to approve, so nothing commits while one is dead. */
@Tag("veritas-kafka")
class VeritasKafkaSystemIT extends SystemTests {
  @RegisterExtension private static final LocalCluster CLUSTER = new VeritasKafkaCluster(3);

  @Override
  protected boolean goesOnWithoutIt() {
    return false;
  }

  /** The node that died and another one each have all records and answer by themselves. */
  @Override
  protected List<Map<String, String>> readers() {
    return IntStream.rangeClosed(1, 2).mapToObj(i -> Map.of("veritas.node", "node" + i)).toList();
  }
}
