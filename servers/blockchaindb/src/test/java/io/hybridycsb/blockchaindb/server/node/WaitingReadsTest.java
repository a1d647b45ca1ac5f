package io.hybridycsb.blockchaindb.server.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;

class WaitingReadsTest {
  private final WaitingReads waiting = new WaitingReads(3);

  private WaitingReads.Place of(int host) throws Exception {
    return waiting.new Place(InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) host}));
  }

  private WaitingReads.Place taken(int host) throws Exception {
    WaitingReads.Place place = of(host);
    place.take();
    return place;
  }

  @Test
  void theOldestOfTheHostThatHasMostGivesWay() throws Exception {
    WaitingReads.Place other = taken(1);
    WaitingReads.Place first = taken(2);
    WaitingReads.Place second = taken(2);
    WaitingReads.Place third = taken(3);
    assertThat(first.isLost()).isTrue();
    assertThat(other.isLost() || second.isLost() || third.isLost()).isFalse();
  }

  @Test
  void aReadThatEndsBeforeItTakesItsPlaceTakesNone() throws Exception {
    WaitingReads.Place first = taken(1);
    taken(1);
    taken(1);
    WaitingReads.Place refused = of(2);
    refused.close();
    refused.take();
    assertThat(first.isLost()).isFalse();
  }
}
