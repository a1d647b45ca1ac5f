package io.hybridycsb.blockchaindb.server.shard;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.hybridycsb.blockchaindb.client.ClusterFile.Shard;
import io.hybridycsb.blockchaindb.proto.Outcome;
import io.hybridycsb.blockchaindb.proto.Write;
import io.hybridycsb.blockchaindb.server.eth.Block;
import io.hybridycsb.blockchaindb.server.eth.Block.Execution;
import io.hybridycsb.ethereum.chain.Address;
import io.hybridycsb.ethereum.chain.Consensus;
import io.hybridycsb.ethereum.contract.Account;
import io.hybridycsb.ethereum.contract.ContractCalls;
import io.hybridycsb.ethereum.contract.ContractCalls.Conditional;
import io.hybridycsb.ethereum.contract.Written;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class InFlightTest {
  private static final byte[] KEY = {'t', 0, 'k'};
  private static final ByteString ID = ByteString.copyFrom(new byte[16]);

  private final InFlight inFlight = new InFlight(List.of());
  private final PendingWrite inBlock = write(0, new byte[] {3});
  private final PendingWrite deeper = write(2, new byte[] {4});
  private final PendingWrite inPool = write(-1, new byte[] {5});
  private Submitted submitted;

  private static PendingWrite write(int commit, byte[] value) {
    Write write =
        Write.newBuilder()
            .setKey(ByteString.copyFrom(KEY))
            .setRecord(ByteString.copyFrom(value))
            .build();
    return new PendingWrite(ID, write, commit, 0);
  }

  private Submitted transaction(long nonce, List<AccountWrite> writes) {
    List<Written> written =
        writes.stream()
            .map(w -> new Written(w.key(), w.pending().write().getRecord().toByteArray()))
            .toList();
    return new Submitted(nonce, new byte[] {(byte) nonce}, writes, written);
  }

  @BeforeEach
  void add() {
    submitted = transaction(7, Stream.of(inBlock, deeper, inPool).map(inFlight::take).toList());
    inFlight.add(submitted);
  }

  private Optional<byte[]> openValue() {
    return inFlight.before(inFlight.take(inBlock), List.of()).orElseThrow().open();
  }

  private Block block(long number, boolean with, boolean success) {
    return block(
        number, with ? Map.of(submitted.hashHex(), new Execution(success, Set.of())) : Map.of());
  }

  private static Block block(long number, Map<String, Execution> transactions) {
    return block(number, transactions, List.of());
  }

  private static Block block(
      long number, Map<String, Execution> transactions, List<byte[]> leftOut) {
    return new Block(
        number,
        "0x0" + number,
        "0x",
        new Block.Gas(1, 0),
        true,
        new byte[0],
        transactions,
        new Block.Changes(List.of(), leftOut));
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
  void aTransactionThatWasRevertedIsNeverAcknowledgedAsCommittedAndItsWritesAreDueAgain() {
    inFlight.sent(submitted);
    inFlight.chainChanged(List.of(), List.of(block(1, true, false)));

    assertThat(inBlock.reply()).isNotDone();
    assertThat(inFlight.due().writes()).isEqualTo(submitted.writes());
    assertThat(inFlight.reverts(submitted.writes().get(0))).isEqualTo(1);
  }

  @Test
  void aReorganisationPutsItBackAndTheDepthIsCountedAnew() {
    inFlight.sent(submitted);
    inFlight.chainChanged(List.of(), List.of(block(1, true, true), block(2, false, true)));
    assertThat(inFlight.isPending(KEY)).isFalse();

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

    Submitted again = transaction(8, List.of(new AccountWrite(9, inBlock)));
    assertThat(new InFlight(List.of(again)).sending(again)).isFalse();
  }

  @Test
  void whileItIsInNoBlockItsValuesCountAsPending() {
    assertThat(openValue()).contains(new byte[] {5});
    inFlight.chainChanged(List.of(), List.of(block(1, true, true)));
    assertThat(inFlight.isPending(KEY)).isFalse();
    assertThat(openValue()).isEmpty();
    inFlight.chainChanged(List.of(block(1, true, true)), List.of());
    assertThat(inFlight.isPending(KEY)).isTrue();
    assertThat(openValue()).contains(new byte[] {5});
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
    assertThat(inFlight.outcomes(ID))
        .hasSize(3)
        .allMatch(o -> o.getOutcome() == Outcome.COMMITTED && o.getBlock() == 1);
    assertThat(inFlight.openNonce()).isEqualTo(8);
  }

  @Test
  void whatAnEarlierProcessHasSubmittedIsPendingAgainUntilItIsInABlock() {
    Shard shard =
        new Shard(
            Consensus.CLIQUE, 2_022, new Address("0x" + "0b".repeat(20)), List.of(), List.of());
    Account account = new Account("01".repeat(32));
    List<Submitted> found = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      Written value = new Written(KEY, new byte[] {(byte) i});
      String call =
          ContractCalls.setBatch(
              List.of(new Conditional(value, ContractCalls.ANY)), ContractCalls.ExpectedBlock.NONE);
      byte[] raw =
          account.sign(shard.consensus(), shard.chainId(), shard.contract(), i, 1_000_000, call);
      found.add(new Submitted(i, raw, List.of(new AccountWrite(i, inBlock)), List.of()));
    }
    InFlight again = new InFlight(found);
    Execution success = new Execution(true, Set.of());

    again.chainChanged(List.of(), List.of(block(1, Map.of(found.get(0).hashHex(), success))));
    assertThat(again.isPending(KEY)).isTrue();
    assertThat(again.before(again.take(inBlock), List.of()).orElseThrow().open())
        .contains(new byte[] {1});

    again.chainChanged(List.of(), List.of(block(2, Map.of(found.get(1).hashHex(), success))));
    assertThat(again.isPending(KEY)).isFalse();
  }

  /** While a later one may turn out to contain it, it isn't known whether it is missing. */
  @Test
  void aWriteThatTheChainHasLeftOutIsDueOnceNoLaterOneOfItsKeyIsOnItsWay() {
    Submitted next = transaction(8, List.of(inFlight.take(inBlock)));
    inFlight.add(next);
    Execution none = new Execution(true, Set.of(0, 1, 2));

    inFlight.chainChanged(List.of(), List.of(block(1, Map.of(submitted.hashHex(), none))));
    assertThat(inFlight.due().writes()).isEmpty();
    AccountWrite behind = inFlight.take(inBlock);
    assertThat(inFlight.before(behind, List.of())).isEmpty();
    assertThat(inFlight.waiting()).isEqualTo(1);

    inFlight.chainChanged(List.of(), List.of(block(2, Map.of(next.hashHex(), none))));
    List<AccountWrite> all = new ArrayList<>(submitted.writes());
    all.addAll(next.writes());
    all.add(behind);
    assertThat(inFlight.due().writes()).isEqualTo(all);
    assertThat(inFlight.due().seen().number()).isEqualTo(2);
    assertThat(inBlock.reply()).isNotDone();
  }

  @Test
  void aWriteThatTheChainHasMadeContainsThoseBeforeItThatWereLeftOut() {
    Execution last = new Execution(true, Set.of(0, 1));

    inFlight.chainChanged(List.of(), List.of(block(1, Map.of(submitted.hashHex(), last))));

    assertThat(inFlight.due().writes()).isEmpty();
    assertThat(inBlock.reply().join().getOutcome()).isEqualTo(Outcome.COMMITTED);
    inFlight.chainChanged(List.of(block(1, true, true)), List.of());
    inFlight.chainChanged(
        List.of(),
        List.of(block(1, Map.of(submitted.hashHex(), new Execution(true, Set.of(0, 1, 2))))));
    assertThat(inFlight.due().writes()).isEqualTo(submitted.writes());
  }

  /** The others' come first. */
  @Test
  void aNewWriteIsDueThreeBlocksAfterOneOfItsKeyWasLeftOut() {
    Map<String, Execution> made = Map.of(submitted.hashHex(), new Execution(true, Set.of()));
    inFlight.chainChanged(List.of(), List.of(block(1, made, List.of(KEY))));

    AccountWrite next = inFlight.take(inBlock);
    assertThat(inFlight.before(next, List.of())).isEmpty();
    assertThat(inFlight.due().writes()).isEmpty();
    inFlight.chainChanged(List.of(), List.of(block(2, Map.of()), block(3, Map.of())));
    assertThat(inFlight.due().writes()).isEmpty();
    inFlight.chainChanged(List.of(), List.of(block(4, Map.of())));

    assertThat(inFlight.due().writes()).containsExactly(next);
    assertThat(inFlight.before(next, List.of())).isPresent();
  }

  /** Or the journal would forget what is still to be made. */
  @Test
  void aTransactionStaysOpenAsLongAsAWriteIsMissingThatItAloneCarries() {
    inFlight.sent(submitted);
    Execution none = new Execution(true, Set.of(0, 1, 2));
    inFlight.chainChanged(List.of(), List.of(block(1, Map.of(submitted.hashHex(), none))));
    inFlight.chainChanged(List.of(), List.of(block(66, Map.of())));
    assertThat(inFlight.openNonce()).isEqualTo(7);

    inFlight.add(transaction(8, submitted.writes()));
    inFlight.chainChanged(List.of(), List.of(block(67, Map.of())));
    assertThat(inFlight.openNonce()).isEqualTo(8);
  }

  @Test
  void whatWasMadeByAnEarlierTransactionThanItsLastIsToldToTheJournal() {
    Submitted again = transaction(8, submitted.writes());
    Execution none = new Execution(true, Set.of(0, 1, 2));
    Block left = block(1, Map.of(submitted.hashHex(), none));
    inFlight.chainChanged(List.of(), List.of(left));
    inFlight.add(again);

    inFlight.chainChanged(List.of(left), List.of(block(1, true, true)));
    assertThat(inFlight.takeMadeBeforeLast()).isEmpty();
    inFlight.chainChanged(List.of(), List.of(block(66, Map.of(again.hashHex(), none))));

    assertThat(inFlight.takeMadeBeforeLast()).containsExactly(0L, 1L, 2L);
    assertThat(inFlight.takeMadeBeforeLast()).isEmpty();
    assertThat(inFlight.due().writes()).isEmpty();
  }
}
