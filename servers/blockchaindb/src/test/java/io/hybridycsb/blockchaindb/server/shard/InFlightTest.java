package io.hybridycsb.blockchaindb.server.shard;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.hybridycsb.blockchaindb.proto.Outcome;
import io.hybridycsb.blockchaindb.proto.Write;
import io.hybridycsb.blockchaindb.server.eth.Block;
import io.hybridycsb.blockchaindb.server.eth.Block.Written;
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
}
