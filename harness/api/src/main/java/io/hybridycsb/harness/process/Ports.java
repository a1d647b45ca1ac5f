package io.hybridycsb.harness.process;

import io.hybridycsb.harness.HarnessException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * A cluster's ports by the name of their use; each is chosen once and then kept.
 *
 * <p>All lie below 32768, where Linux's range for outgoing connections begins: any connection could
 * take a higher port between two starts.
 */
public final class Ports {
  static final int END = 32_000;

  private final Map<String, Integer> taken;
  private final IntPredicate free;
  private int next;

  /**
   * @param taken the ports chosen earlier
   * @param base where the search for others begins
   */
  public Ports(Map<String, Integer> taken, int base) {
    this(taken, base, new FreePorts());
  }

  Ports(Map<String, Integer> taken, int base, IntPredicate free) {
    if (base < 1024 || base >= END) {
      throw new HarnessException("port base %d is not in 1024..%d".formatted(base, END - 1));
    }
    this.taken = new LinkedHashMap<>(taken);
    this.free = free;
    this.next = base;
  }

  /** The port for this use. */
  public int port(String use) {
    return taken.computeIfAbsent(use, unused -> choose());
  }

  /** All ports chosen so far, by use. */
  public Map<String, Integer> chosen() {
    return Map.copyOf(taken);
  }

  private int choose() {
    while (next < END) {
      int candidate = next++;
      if (!taken.containsValue(candidate) && free.test(candidate)) {
        return candidate;
      }
    }
    throw new HarnessException("no free port left below " + END + "; give another --port-base");
  }

  /**
   * Whether a process listens on this port, found without connecting; also true if the operating
   * system doesn't report it.
   */
  public static boolean isListenedTo(int port) {
    return listeners().map(ports -> ports.contains(port)).orElse(true);
  }

  /**
   * Whether nothing listens on this port. The operating system is asked; only where it doesn't
   * report that, the port is tried on the loopback interface. A process that is being started
   * meanwhile would inherit the socket of the trial for a moment, in which the port's own program
   * finds it taken.
   */
  public static boolean isFree(int port) {
    return isFree(port, listeners());
  }

  /** Those of the ports that something listens on; the operating system is asked once. */
  public static List<Integer> takenOf(List<Integer> ports) {
    Optional<Set<Integer>> listeners = listeners();
    return ports.stream().filter(port -> !isFree(port, listeners)).toList();
  }

  private static boolean isFree(int port, Optional<Set<Integer>> listeners) {
    return listeners.map(ports -> !ports.contains(port)).orElseGet(() -> canListen(port));
  }

  /** What is free when it is first asked for: to make up the report costs Linux 20 ms. */
  private static final class FreePorts implements IntPredicate {
    private Optional<Set<Integer>> listeners;

    @Override
    public boolean test(int port) {
      if (listeners == null) {
        listeners = listeners();
      }
      return isFree(port, listeners);
    }
  }

  private static boolean canListen(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** The ports with a listener; empty if the operating system doesn't report them. */
  private static Optional<Set<Integer>> listeners() {
    Optional<Set<Integer>> told = Optional.empty();
    for (Path table : List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"))) {
      try {
        Set<Integer> ports = told.orElseGet(HashSet::new);
        Files.readString(table)
            .lines()
            .skip(1)
            .forEach(line -> listener(line).ifPresent(ports::add));
        told = Optional.of(ports);
      } catch (IOException e) {
        // Not Linux, or a kernel with one of the two protocols only.
      }
    }
    return told;
  }

  /** A line is: number, local address, remote address, state, and more; all in hex. */
  private static Optional<Integer> listener(String line) {
    String[] columns = line.strip().split("\\s+", 5);
    if (columns.length < 5 || !columns[3].equals("0A")) {
      return Optional.empty();
    }
    return Optional.of(Integer.parseInt(columns[1].substring(columns[1].indexOf(':') + 1), 16));
  }
}
