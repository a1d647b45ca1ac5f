package io.hybridycsb.blockchaindb.server.shard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.hybridycsb.blockchaindb.client.ClusterFile.Shard;
import io.hybridycsb.blockchaindb.server.eth.EthChain;
import io.hybridycsb.ethereum.chain.Address;
import io.hybridycsb.ethereum.chain.Consensus;
import io.hybridycsb.ethereum.rpc.Hex;
import io.hybridycsb.ethereum.rpc.RpcStandIn;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Four sealers, and what one of them is asked to do; in its place something that writes it down.
 */
class StallWatchTest {
  private static final Address ADDRESS = new Address("0x" + "0b".repeat(20));
  private static final Shard SHARD =
      new Shard(Consensus.CLIQUE, 2_022, ADDRESS, Collections.nCopies(4, ADDRESS), List.of());
  private static final long NEWEST = 9;
  private static final String GREETING = "admin_removePeer enode://1";

  private static final long LOOK_S = 5;

  private final Queue<String> asked = new ConcurrentLinkedQueue<>();
  private volatile int peers = 3;
  private long nowS;
  @AutoClose private RpcStandIn client;

  @BeforeEach
  void start() throws IOException {
    client = new RpcStandIn(this::answer);
  }

  private JsonNode answer(String method, JsonNode parameters) {
    JsonNodeFactory json = JsonNodeFactory.instance;
    if (method.equals("eth_blockNumber")) {
      return json.textNode(Hex.of(NEWEST));
    }
    if (method.equals("admin_peers")) {
      ArrayNode all = json.arrayNode();
      for (int i = 1; i <= peers; i++) {
        all.addObject().put("enode", "enode://" + i).putObject("network").put("inbound", i > 1);
      }
      return all;
    }
    asked.add(method + " " + parameters.get(0).asText());
    return json.booleanNode(true);
  }

  private StallWatch stallWatch(long periodS) {
    return stallWatch(periodS, SHARD);
  }

  private StallWatch stallWatch(long periodS, Shard shard) {
    return new StallWatch(
        new EthChain(client.rpc(), shard), periodS, () -> TimeUnit.SECONDS.toNanos(nowS));
  }

  private void passSeconds(StallWatch stallWatch, long seconds) throws Exception {
    for (long end = nowS + seconds; nowS < end; nowS += LOOK_S) {
      stallWatch.watch(NEWEST);
    }
  }

  @Test
  void sealersThatStandStillGreetEachOtherAndThenTakeBlocksBack() throws Exception {
    StallWatch stallWatch = stallWatch(1);

    passSeconds(stallWatch, 15);
    assertThat(asked).isEmpty();
    passSeconds(stallWatch, 10);
    assertThat(asked).containsExactly(GREETING, "admin_addPeer enode://1");
    passSeconds(stallWatch, 20);
    assertThat(asked).contains("debug_setHead " + Hex.of(NEWEST - 1));
    passSeconds(stallWatch, 60);
    assertThat(asked).contains("debug_setHead " + Hex.of(NEWEST - 3));
    assertThat(asked).doesNotContain("debug_setHead " + Hex.of(NEWEST - 4));
  }

  @Test
  void aBlockThatIsFinalIsNeverTakenBack() throws Exception {
    Shard sealed = new Shard(Consensus.QBFT, 2_022, ADDRESS, SHARD.authorities(), List.of());

    passSeconds(stallWatch(1, sealed), 200);

    assertThat(asked).contains(GREETING).noneMatch(call -> call.startsWith("debug_setHead"));
  }

  @Test
  void whoIsWithoutMostOthersWaitsAndGivesThemTimeOnceTheyAreBack() throws Exception {
    StallWatch stallWatch = stallWatch(1);
    peers = 1;
    passSeconds(stallWatch, 100);
    peers = 3;
    passSeconds(stallWatch, 10);
    assertThat(asked).isEmpty();

    passSeconds(stallWatch, 10);
    assertThat(asked).contains(GREETING);
  }

  @Test
  void aClientThatIsBackHasTimeToFindTheOthers() throws Exception {
    StallWatch stallWatch = stallWatch(1);
    passSeconds(stallWatch, 5);
    nowS += 100;
    stallWatch.clientIsAway();

    passSeconds(stallWatch, 15);
    assertThat(asked).isEmpty();
    passSeconds(stallWatch, 10);
    assertThat(asked).contains(GREETING);
  }

  /** Who takes blocks back because none comes must know how long one takes. */
  @Test
  void aSlowChainIsNotTakenForOneThatStandsStill() throws Exception {
    StallWatch stallWatch = stallWatch(60);

    passSeconds(stallWatch, 240);
    assertThat(asked).isEmpty();
    passSeconds(stallWatch, 10);
    assertThat(asked).contains(GREETING);
  }
}
