package io.hybridycsb.harness.system.registry;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.system.SystemDescription;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.SortedMap;
import java.util.TreeMap;

/** The systems that the harness can start: those that a jar on its class path describes. */
public final class Systems {
  private static SortedMap<String, SystemDescription> found;

  /** The order of names: those of systems by their places, then others by the alphabet. */
  public static final Comparator<String> ORDER =
      Comparator.comparingInt(Systems::place).thenComparing(Comparator.naturalOrder());

  private Systems() {}

  /**
   * All of them by their names. Their data files are not read, which most commands don't need.
   *
   * @throws HarnessException if one can't be loaded, or two have one name
   */
  public static synchronized SortedMap<String, SystemDescription> described() {
    if (found == null) {
      found = Collections.unmodifiableSortedMap(find());
    }
    return found;
  }

  private static SortedMap<String, SystemDescription> find() {
    SortedMap<String, SystemDescription> systems = new TreeMap<>();
    try {
      for (SystemDescription system : ServiceLoader.load(SystemDescription.class)) {
        if (systems.put(system.name(), system) != null) {
          throw new HarnessException("two descriptions of systems are called " + system.name());
        }
      }
    } catch (ServiceConfigurationError e) {
      throw new HarnessException("a system's description can't be loaded: " + e.getMessage(), e);
    }
    return systems;
  }

  /**
   * All of them, by their places.
   *
   * @throws HarnessException if one can't be loaded, or has no data file
   */
  public static List<SystemDescription> all() {
    return names().stream().map(described()::get).toList();
  }

  /** Their names, by their places. */
  public static List<String> names() {
    return described().keySet().stream().sorted(ORDER).toList();
  }

  /**
   * The system of this name.
   *
   * @throws UsageException if there is none; names all systems
   */
  public static SystemDescription byName(String name) {
    SystemDescription system = described().get(name);
    if (system == null) {
      throw new UsageException(
          "unknown system '%s'; there are: %s".formatted(name, String.join(", ", names())));
    }
    return system;
  }

  private static int place(String name) {
    return placeOf(name).orElse(Integer.MAX_VALUE);
  }

  /** The place in lists of the system of this name; empty if there is none. */
  public static OptionalInt placeOf(String name) {
    SystemDescription system = described().get(name);
    return system == null ? OptionalInt.empty() : OptionalInt.of(system.data().place());
  }
}
