package io.hybridycsb.harness.system.registry;

import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.system.SystemDescription;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

/** The systems that the harness can start: those that a jar on its class path describes. */
public final class Systems {
  private static final List<SystemDescription> ALL =
      ServiceLoader.load(SystemDescription.class).stream()
          .map(ServiceLoader.Provider::get)
          .sorted(
              Comparator.comparingInt((SystemDescription system) -> system.data().place())
                  .thenComparing(SystemDescription::name))
          .toList();

  private static final List<String> NAMES = ALL.stream().map(SystemDescription::name).toList();

  /** The order of names: those of systems as listed, then others by the alphabet. */
  public static final Comparator<String> ORDER =
      Comparator.comparingInt(Systems::place).thenComparing(Comparator.naturalOrder());

  private Systems() {}

  public static List<SystemDescription> all() {
    return ALL;
  }

  /** Their names, in order. */
  public static List<String> names() {
    return NAMES;
  }

  /**
   * The system of this name.
   *
   * @throws UsageException if there is none; names all systems
   */
  public static SystemDescription byName(String name) {
    return ALL.stream()
        .filter(system -> system.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException(
                    "unknown system '%s'; there are: %s"
                        .formatted(name, String.join(", ", NAMES))));
  }

  private static int place(String system) {
    int index = NAMES.indexOf(system);
    return index < 0 ? NAMES.size() : index;
  }
}
