package io.hybridycsb.ethereum.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Socket;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class NewHeadsTest {
  private static final String SUBSCRIBED = "{\"id\":1,\"result\":\"0x1\"}";
  private static final String REFUSED = "{\"id\":1,\"error\":{\"message\":\"no such method\"}}";

  /** Looks when it is time to, until it is told to look. */
  private static void awaitNews(NewHeads heads) {
    Awaitility.await().atMost(1, TimeUnit.MINUTES).until(heads::await);
  }

  /** Subscribes, until nothing is told of any more. */
  private static Socket subscribe(NewHeads heads, HeadsStandIn client) throws Exception {
    Awaitility.await()
        .atMost(1, TimeUnit.MINUTES)
        .until(() -> !heads.await() && heads.isSubscribed());
    return client.subscribed();
  }

  @Test
  void whoHasSubscribedIsToldOfEachBlock() throws Exception {
    try (HeadsStandIn client = new HeadsStandIn(SUBSCRIBED);
        NewHeads heads = new NewHeads(client.rpc())) {
      Socket connection = subscribe(heads, client);
      client.tell(connection);
      awaitNews(heads);
      client.tell(connection);
      awaitNews(heads);
    }
  }

  /** The client has ended, which is to be seen at once. */
  @Test
  void theEndOfASubscriptionIsNews() throws Exception {
    try (HeadsStandIn client = new HeadsStandIn(SUBSCRIBED);
        NewHeads heads = new NewHeads(client.rpc())) {
      Socket connection = subscribe(heads, client);
      connection.close();
      awaitNews(heads);
    }
  }

  @Test
  void aSubscriptionThatHasMissedABlockIsReplaced() throws Exception {
    try (HeadsStandIn client = new HeadsStandIn(SUBSCRIBED);
        NewHeads heads = new NewHeads(client.rpc())) {
      subscribe(heads, client);
      heads.missed();
      Socket second = subscribe(heads, client);
      client.tell(second);
      awaitNews(heads);
    }
  }

  @Test
  void aClientThatRefusesSubscriptionsIsAskedAgainAndAgainInstead() throws Exception {
    try (HeadsStandIn client = new HeadsStandIn(REFUSED);
        NewHeads heads = new NewHeads(client.rpc())) {
      heads.await();
      client.subscribed();
      assertThat(heads.await()).isFalse();
      assertThat(heads.await()).isFalse();
    }
  }

  @Test
  void aClientWithoutWebSocketsIsAskedAgainAndAgainInstead() throws Exception {
    try (RpcStandIn client =
            new RpcStandIn(
                (method, parameters) -> {
                  throw new AssertionError("nothing is called");
                });
        NewHeads heads = new NewHeads(client.rpc().uri())) {
      assertThat(heads.await()).isFalse();
      assertThat(heads.await()).isFalse();
    }
  }
}
