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
    private boolean isLeft;

    Place(InetAddress host) {
      this.host = host;
    }

    /** Whether it had to give way. */
    boolean isLost() {
      return isLost;
    }

    /** Takes it, unless the read has ended already. */
    void take() {
      synchronized (WaitingReads.this) {
        if (!isLeft) {
          add(this);
        }
      }
    }

    @Override
    public void close() {
      synchronized (WaitingReads.this) {
        isLeft = true;
        places.remove(this);
      }
    }
  }

  private void add(Place taken) {
    if (places.size() >= max) {
      Map<InetAddress, Integer> ofHost = new HashMap<>();
      places.forEach(place -> ofHost.merge(place.host, 1, Integer::sum));
      int most = ofHost.values().stream().max(Comparator.naturalOrder()).orElseThrow();
      Place leaves =
          places.stream().filter(place -> ofHost.get(place.host) == most).findFirst().orElseThrow();
      leaves.isLost = true;
      places.remove(leaves);
    }
    places.add(taken);
  }
}
