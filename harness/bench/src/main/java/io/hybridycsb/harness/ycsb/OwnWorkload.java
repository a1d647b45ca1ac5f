package io.hybridycsb.harness.ycsb;

import io.hybridycsb.harness.HarnessException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Lets processes of YCSB run {@link BenchWorkload}, which is in the harness' own jar. Those that
 * load have to as well as those that run: it checks that what is read is what it writes.
 */
public final class OwnWorkload {
  /** Given by name, because it extends a class of YCSB that the harness doesn't load. */
  private static final String NAME = "io.hybridycsb.harness.ycsb.BenchWorkload";

  private OwnWorkload() {}

  /** The options of bin/ycsb with which YCSB finds it. */
  public static List<String> options() {
    try {
      Path jar =
          Path.of(OwnWorkload.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      return List.of("-cp", jar.toString());
    } catch (URISyntaxException e) {
      throw new HarnessException("cannot find the harness' own jar", e);
    }
  }

  /** Names it, unless the properties name another workload. */
  public static void nameIn(Map<String, String> properties) {
    properties.putIfAbsent("workload", NAME);
  }
}
