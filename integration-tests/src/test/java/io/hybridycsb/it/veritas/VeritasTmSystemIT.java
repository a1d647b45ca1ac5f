package io.hybridycsb.it.veritas;

import io.hybridycsb.it.LocalCluster;
import io.hybridycsb.it.SystemTests;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Three of four validators decide. */
@Tag("veritas-tm")
class VeritasTmSystemIT extends SystemTests {
  @RegisterExtension private static final LocalCluster CLUSTER = new VeritasTmCluster(4);

  @Override
  protected List<String> node() {
    return List.of("node2", "validator2");
  }

  @Override
  protected Map<String, String> loadProperties() {
    return Map.of("veritas.read", "linearizable");
  }

  /** The node that died and another one each have all records and answer by themselves. */
  @Override
  protected List<Map<String, String>> readers() {
    return IntStream.rangeClosed(1, 2).mapToObj(i -> Map.of("veritas.node", "node" + i)).toList();
  }
}
