package io.hybridycsb.harness.system.registry;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.system.SystemDescription;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/** The systems that the harness can start: those that a jar on its class path describes. */
public final class Systems {
  private static List<SystemDescription> found;

  /** The order of names: those of systems as listed, then others by the alphabet. */
  public static final Comparator<String> ORDER =
      Comparator.comparingInt(Systems::place).thenComparing(Comparator.naturalOrder());

  private Systems() {}

  /**
   * All of them, in order.
   *
   * @throws HarnessException if one can't be loaded, or has no data file
   */
  public static synchronized List<SystemDescription> all() {
    if (found == null) {
      found = find();
    }
    return found;
  }

  private static List<SystemDescription> find() {
    try {
      return ServiceLoader.load(SystemDescription.class).stream()
          .map(ServiceLoader.Provider::get)
          .sorted(
              Comparator.comparingInt((SystemDescription system) -> system.data().place())
                  .thenComparing(SystemDescription::name))
          .toList();
    } catch (ServiceConfigurationError e) {
      throw new HarnessException("a system's description can't be loaded: " + e.getMessage(), e);
    }
  }

  /** Their names, in order. */
  public static List<String> names() {
    return all().stream().map(SystemDescription::name).toList();
  }

  /**
   * The system of this name.
   *
   * @throws UsageException if there is none; names all systems
   */
  public static SystemDescription byName(String name) {
    return all().stream()
        .filter(system -> system.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException(
                    "unknown system '%s'; there are: %s"
                        .formatted(name, String.join(", ", names()))));
  }

  private static int place(String system) {
    int index = names().indexOf(system);
    return index < 0 ? Integer.MAX_VALUE : index;
  }
}
