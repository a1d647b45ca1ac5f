package io.hybridycsb.blockchaindb.server.node;

import java.net.InetAddress;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The places of reads that wait for a block. When all are taken, one gives way: of the host that
 * has most of them, the one that has waited for longest.
 */
final class WaitingReads {
  private final int max;
  private final Set<Place> places = new LinkedHashSet<>();

  WaitingReads(int max) {
    this.max = max;
  }

  /** A read's place, until it is left. */
  final class Place implements AutoCloseable {
    private final InetAddress host;
    private volatile boolean isLost;

    Place(InetAddress host) {
      this.host = host;
    }

    /** Whether it had to give way. */
    boolean isLost() {
      return isLost;
    }

    @Override
    public void close() {
      synchronized (WaitingReads.this) {
        places.remove(this);
      }
    }
  }

  /** Takes a place for a read from a host. */
  synchronized Place take(InetAddress host) {
    if (places.size() >= max) {
      Map<InetAddress, Integer> ofHost = new HashMap<>();
      places.forEach(place -> ofHost.merge(place.host, 1, Integer::sum));
      int most = ofHost.values().stream().max(Comparator.naturalOrder()).orElseThrow();
      Place leaves =
          places.stream().filter(place -> ofHost.get(place.host) == most).findFirst().orElseThrow();
      leaves.isLost = true;
      places.remove(leaves);
    }
    Place taken = new Place(host);
    places.add(taken);
    return taken;
  }
}
