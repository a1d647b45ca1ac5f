package io.hybridycsb.harness.system;

import io.hybridycsb.harness.UsageException;
import java.util.List;
import java.util.stream.Collectors;

/** The systems that the harness can start. */
public final class Systems {
  private static final List<SystemDescription> ALL =
      List.of(
          new VeritasKafkaSystem(),
          new VeritasTmSystem(),
          new BlockchainDbSystem(),
          new BigchainDbSystem("bigchaindb", false),
          new BigchainDbSystem("bigchaindb-pv", true),
          new CassandraLwtSystem(),
          new EtcdSystem(),
          new FabricSystem());

  private Systems() {}

  public static List<SystemDescription> all() {
    return ALL;
  }

  /**
   * The system of this name.
   *
   * @throws UsageException if there is none, naming those there are
   */
  public static SystemDescription byName(String name) {
    return ALL.stream()
        .filter(system -> system.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException(
                    "unknown system '%s'; there are: %s"
                        .formatted(
                            name,
                            ALL.stream()
                                .map(SystemDescription::name)
                                .collect(Collectors.joining(", ")))));
  }
}
