package io.hybridycsb.blockchaindb.server.shard;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.hybridycsb.blockchaindb.chain.Address;
import io.hybridycsb.blockchaindb.client.ClusterFile.Shard;
import io.hybridycsb.blockchaindb.proto.Outcome;
import io.hybridycsb.blockchaindb.proto.Write;
import io.hybridycsb.blockchaindb.server.eth.Block;
import io.hybridycsb.blockchaindb.server.eth.Block.Written;
import io.hybridycsb.blockchaindb.server.eth.ContractCalls;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class InFlightTest {
  private static final byte[] KEY = {'t', 0, 'k'};
  private static final ByteString ID = ByteString.copyFrom(new byte[16]);

  private final Overlay overlay = new Overlay();
  private final InFlight inFlight = new InFlight(List.of(), overlay);
  private final PendingWrite inBlock = new PendingWrite(ID, Write.getDefaultInstance(), 0);
  private final PendingWrite deeper = new PendingWrite(ID, Write.getDefaultInstance(), 2);
  private final PendingWrite inPool = new PendingWrite(ID, Write.getDefaultInstance(), -1);
  private final Submitted submitted =
      new Submitted(7, new byte[] {1}, Set.of(ID), List.of(inBlock, deeper, inPool));

  @BeforeEach
  void add() {
    inFlight.add(submitted, List.of(new Written(KEY, new byte[] {5})));
  }

  private Block block(long number, boolean with, boolean success) {
    Map<String, Boolean> transactions = with ? Map.of(submitted.hashHex(), success) : Map.of();
    return new Block(number, "h" + number, "", 1, 0, new byte[0], transactions, List.of());
  }

  @Test
  void eachIsAcknowledgedAtItsOwnDepth() {
    assertThat(inFlight.unsent()).containsExactly(submitted);
    inFlight.sent(submitted);
    assertThat(inPool.reply().join().getOutcome()).isEqualTo(Outcome.ACCEPTED);
    assertThat(inBlock.reply()).isNotDone();

    inFlight.chainChanged(List.of(), List.of(block(1, true, true)));
    assertThat(inBlock.reply().join().getOutcome()).isEqualTo(Outcome.COMMITTED);
    assertThat(deeper.reply()).isNotDone();

    inFlight.chainChanged(List.of(), List.of(block(2, false, true), block(3, false, true)));
    assertThat(deeper.reply().join().getBlock()).isEqualTo(1);
  }

  @Test
  void aTransactionThatWasRevertedIsNeverAcknowledgedAsCommitted() {
    inFlight.sent(submitted);
    inFlight.chainChanged(List.of(), List.of(block(1, true, false)));

    assertThat(inBlock.reply().join().getOutcome()).isEqualTo(Outcome.FAILED);
  }

  @Test
  void aReorganisationPutsItBackAndTheDepthIsCountedAnew() {
    inFlight.sent(submitted);
    inFlight.chainChanged(List.of(), List.of(block(1, true, true), block(2, false, true)));
    assertThat(overlay.has(KEY)).isFalse();

    inFlight.chainChanged(
        List.of(block(2, false, true), block(1, true, true)),
        List.of(block(1, false, true), block(2, false, true), block(3, true, true)));

    assertThat(deeper.reply()).isNotDone();
    inFlight.chainChanged(List.of(), List.of(block(4, false, true), block(5, false, true)));
    assertThat(deeper.reply().join().getBlock()).isEqualTo(3);
  }

  @Test
  void onlyTheFirstRefusalIsCertain() {
    assertThat(inFlight.sending(submitted)).isTrue();
    assertThat(inFlight.sending(submitted)).isFalse();

    Submitted again = new Submitted(8, new byte[] {2}, Set.of(ID), List.of());
    assertThat(new InFlight(List.of(again), overlay).sending(again)).isFalse();
  }

  @Test
  void whileItIsInNoBlockItsValuesCountAsPending() {
    assertThat(overlay.get(KEY)).contains(new byte[] {5});
    inFlight.chainChanged(List.of(), List.of(block(1, true, true)));
    assertThat(overlay.has(KEY)).isFalse();
    inFlight.chainChanged(List.of(block(1, true, true)), List.of());
    assertThat(overlay.has(KEY)).isTrue();
    assertThat(inFlight.unconfirmed()).isEqualTo(1);
  }

  /** A node has written far more in a day than it has room for. */
  @Test
  void ofWhatIsDeepInTheChainOnlyTheOutcomeIsKept() {
    inFlight.sent(submitted);
    inFlight.chainChanged(List.of(), List.of(block(1, true, true)));
    inFlight.chainChanged(List.of(), List.of(block(65, false, true)));
    assertThat(submitted.raw()).isNotEmpty();

    inFlight.chainChanged(List.of(), List.of(block(66, false, true)));

    assertThat(submitted.raw()).isEmpty();
    assertThat(inFlight.outcome(ID).orElseThrow().getOutcome()).isEqualTo(Outcome.COMMITTED);
    assertThat(inFlight.outcome(ID).orElseThrow().getBlock()).isEqualTo(1);
    assertThat(inFlight.openNonce()).isEqualTo(8);
  }

  @Test
  void whatAnEarlierProcessHasSubmittedIsPendingAgainUntilItIsInABlock() {
    Shard shard = new Shard(2_022, new Address("0x" + "0b".repeat(20)), List.of());
    Account account = new Account("01".repeat(32));
    byte[] older = account.sign(shard, 0, 1_000_000, call(new byte[] {4}));
    byte[] newer = account.sign(shard, 1, 1_000_000, call(new byte[0]));
    List<Submitted> found =
        List.of(
            new Submitted(0, older, Set.of(), List.of()),
            new Submitted(1, newer, Set.of(), List.of()));
    Overlay shown = new Overlay();
    InFlight again = new InFlight(found, shown);
    Block block =
        new Block(1, "", "", 1, 0, new byte[0], Map.of(found.get(0).hashHex(), true), List.of());
    again.chainChanged(List.of(), List.of(block));

    again.showFound();
    assertThat(shown.get(KEY)).contains(new byte[0]);
    assertThat(shown.get(new byte[] {'o', 0, 'x'})).contains(new byte[] {9});

    Block next =
        new Block(2, "", "", 1, 0, new byte[0], Map.of(found.get(1).hashHex(), true), List.of());
    again.chainChanged(List.of(), List.of(next));
    assertThat(shown.has(KEY)).isFalse();
    again.chainChanged(List.of(next, block), List.of());
    assertThat(shown.get(KEY)).contains(new byte[0]);
  }

  private static String call(byte[] value) {
    return ContractCalls.setBatch(
        List.of(new Written(KEY, value), new Written(new byte[] {'o', 0, 'x'}, new byte[] {9})));
  }
}
