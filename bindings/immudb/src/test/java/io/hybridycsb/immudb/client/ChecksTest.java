package io.hybridycsb.immudb.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.hybridycsb.immudb.client.RecordedAnswers.Read;
import io.hybridycsb.immudb.client.RecordedAnswers.Write;
import io.hybridycsb.immudb.proof.EntryDigest;
import io.hybridycsb.immudb.proof.Header;
import io.hybridycsb.immudb.proof.MerkleTree;
import io.hybridycsb.immudb.proof.State;
import io.hybridycsb.immudb.wire.Expiration;
import io.hybridycsb.immudb.wire.ImmutableState;
import io.hybridycsb.immudb.wire.KVMetadata;
import io.hybridycsb.immudb.wire.SetRequest;
import io.hybridycsb.immudb.wire.TxHeader;
import io.hybridycsb.immudb.wire.VerifiableEntry;
import io.hybridycsb.immudb.wire.VerifiableTx;
import io.hybridycsb.verification.Hash;
import io.hybridycsb.verification.VerificationFailed;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ChecksTest {
  private static final Instant NOW = Instant.ofEpochSecond(1_000);

  private final RecordedAnswers recorded = new RecordedAnswers();
  private Map<Long, State> states;

  @BeforeEach
  void readStates() throws Exception {
    states = recorded.states();
  }

  private State check(Read read, VerifiableEntry answer) {
    return Checks.read(answer, read.key(), read.tx(), states.get(read.since()), NOW);
  }

  private State check(Write write, VerifiableTx answer) {
    return Checks.write(answer, write.request().getKVsList(), states.get(write.since()));
  }

  @Test
  void whatImmudbHasReadStandsAgainstEachStateBeforeAndAfter() throws Exception {
    assertThat(recorded.reads()).hasSizeGreaterThan(90);
    for (Read read : recorded.reads()) {
      assertThat(check(read, VerifiableEntry.parseFrom(read.answer())))
          .as(read.toString())
          .isEqualTo(states.get(read.tx()));
    }
  }

  @Test
  void whatImmudbHasWrittenStandsAgainstEarlierStates() throws Exception {
    for (Write write : recorded.writes()) {
      VerifiableTx answer = VerifiableTx.parseFrom(write.answer());

      assertThat(check(write, answer)).isEqualTo(states.get(answer.getTx().getHeader().getId()));
    }
  }

  /** Whoever changes a byte of an answer changes nothing that the client then believes. */
  @Test
  void noChangedByteOfAReadMakesTheClientBelieveAnotherValue() throws Exception {
    int refused = 0;
    for (Read read : recorded.reads()) {
      // A client that knows nothing yet has to believe the first state that it sees.
      if (read.since() > 0 && (read.tx() == 8 || read.tx() == 12 || read.since() == 8)) {
        for (int i = 0; i < read.answer().length; i++) {
          refused += isRefusedOrTheSame(read, i) ? 1 : 0;
        }
      }
    }
    assertThat(refused).isGreaterThan(10_000);
  }

  /** Whether it is refused. */
  private boolean isRefusedOrTheSame(Read read, int position) throws Exception {
    byte[] changed = read.answer().clone();
    changed[position] ^= 1;
    VerifiableEntry answer;
    try {
      answer = VerifiableEntry.parseFrom(changed);
      State state = check(read, answer);
      assertThat(answer.getEntry().getValue())
          .as("byte %d of %s", position, read)
          .isEqualTo(VerifiableEntry.parseFrom(read.answer()).getEntry().getValue());
      assertThat(state).isEqualTo(states.get(read.tx()));
      return false;
    } catch (InvalidProtocolBufferException | VerificationFailed e) {
      return true;
    }
  }

  @Test
  void noChangedByteOfAWriteMakesTheClientBelieveAnotherState() throws Exception {
    int refused = 0;
    for (Write write : recorded.writes()) {
      for (int i = 0; write.since() > 0 && i < write.answer().length; i++) {
        byte[] changed = write.answer().clone();
        changed[i] ^= 4;
        try {
          State state = check(write, VerifiableTx.parseFrom(changed));
          assertThat(states).containsValue(state);
        } catch (InvalidProtocolBufferException | VerificationFailed e) {
          refused++;
        }
      }
    }
    assertThat(refused).isGreaterThan(5_000);
  }

  @Test
  void anAnswerThatStandsDoesNotStandForAnotherStateKeyOrTransaction() throws Exception {
    for (Read read : recorded.reads()) {
      VerifiableEntry answer = VerifiableEntry.parseFrom(read.answer());
      State from = states.get(read.since());
      if (read.since() > 0) {
        State forked = new State(read.since(), Hash.sha256(from.hash().bytes()));
        assertRefused(() -> Checks.read(answer, read.key(), read.tx(), forked, NOW));
      }
      assertRefused(() -> Checks.read(answer, "key9".getBytes(UTF_8), read.tx(), from, NOW));
      assertRefused(() -> Checks.read(answer, read.key(), read.tx() + 1, from, NOW));
    }
  }

  private static void assertRefused(ThrowingCallable check) {
    assertThatExceptionOfType(VerificationFailed.class).isThrownBy(check);
  }

  @Test
  void aWriteThatTheLedgerHasOtherwiseIsRefused() throws Exception {
    Write write = recorded.writes().get(7);
    VerifiableTx answer = VerifiableTx.parseFrom(write.answer());
    SetRequest.Builder otherValue = write.request().toBuilder();
    otherValue.getKVsBuilder(2).setValue(ByteString.copyFromUtf8("other"));
    SetRequest fewer = write.request().toBuilder().removeKVs(4).build();
    SetRequest deletion =
        write.request().toBuilder()
            .setKVs(
                0,
                write.request().getKVs(0).toBuilder()
                    .setMetadata(KVMetadata.newBuilder().setDeleted(true)))
            .build();
    State from = states.get(write.since());

    assertThatCode(() -> check(write, answer)).doesNotThrowAnyException();
    assertRefused(() -> Checks.write(answer, otherValue.getKVsList(), from));
    assertRefused(() -> Checks.write(answer, fewer.getKVsList(), from));
    assertRefused(() -> Checks.write(answer, deletion.getKVsList(), from));
  }

  @Test
  void aWriteThatIsOlderThanTheStateIsNotTheOneJustMade() throws Exception {
    Write write = recorded.writes().get(2);
    VerifiableTx answer = VerifiableTx.parseFrom(write.answer());

    assertRefused(() -> Checks.write(answer, write.request().getKVsList(), states.get(12L)));
  }

  private static final ByteString KEY = ByteString.copyFromUtf8("key");

  /** The true answer of a ledger that has written a key once. */
  private static VerifiableEntry written(KVMetadata metadata) {
    Hash digest =
        EntryDigest.of(
            Conversions.encoded(metadata),
            Conversions.stored(KEY),
            Conversions.valueHash(ByteString.EMPTY));
    TxHeader header =
        Messages.header(
            new Header(
                1,
                State.NONE.hash(),
                NOW.getEpochSecond(),
                1,
                MerkleTree.root(List.of(digest)),
                Hash.of(new byte[Hash.BYTES]),
                new byte[0]));
    VerifiableEntry.Builder answer = VerifiableEntry.newBuilder();
    answer.getEntryBuilder().setKey(KEY).setTx(1).setMetadata(metadata);
    answer.getVerifiableTxBuilder().getTxBuilder().setHeader(header);
    answer
        .getVerifiableTxBuilder()
        .getDualProofBuilder()
        .setSourceTxHeader(header)
        .setTargetTxHeader(header);
    answer.getInclusionProofBuilder().setWidth(1);
    return answer.build();
  }

  private static State readWritten(VerifiableEntry answer) {
    return Checks.read(answer, KEY.toByteArray(), 1, State.NONE, NOW);
  }

  private static KVMetadata expiring(long seconds) {
    return KVMetadata.newBuilder()
        .setExpiration(Expiration.newBuilder().setExpiresAt(seconds))
        .build();
  }

  @Test
  void whatADeletionHasWrittenOrHasExpiredOrIsNotIndexedIsNoValue() throws Exception {
    KVMetadata deleted = KVMetadata.newBuilder().setDeleted(true).build();
    KVMetadata unindexed = KVMetadata.newBuilder().setNonIndexable(true).build();
    VerifiableEntry lasting = written(KVMetadata.getDefaultInstance());
    VerifiableEntry fresh = written(expiring(NOW.getEpochSecond() + 1));

    assertThat(readWritten(lasting).tx()).isEqualTo(1);
    assertThat(readWritten(fresh).tx()).isEqualTo(1);
    for (KVMetadata none : List.of(deleted, unindexed, expiring(NOW.getEpochSecond()))) {
      VerifiableEntry answer = written(none);
      assertThatExceptionOfType(VerificationFailed.class)
          .isThrownBy(() -> readWritten(answer))
          .withMessage("transaction 1 has written no value that can still be read");
    }
  }

  /** Its entries' digests don't cover whether they are deletions. */
  @Test
  void aHeaderOfTheVersionBeforeIsRefused() throws Exception {
    VerifiableEntry.Builder answer = written(KVMetadata.getDefaultInstance()).toBuilder();
    answer.getVerifiableTxBuilder().getTxBuilder().getHeaderBuilder().setVersion(0);

    assertThatExceptionOfType(VerificationFailed.class)
        .isThrownBy(() -> readWritten(answer.build()))
        .withMessage("the header of transaction 1 has the version 0, not 1");
  }

  @Test
  void aHeaderThatIsNotLinkedToTheOneBeforeItIsRefused() throws Exception {
    VerifiableEntry.Builder answer = written(KVMetadata.getDefaultInstance()).toBuilder();
    answer.getVerifiableTxBuilder().getTxBuilder().getHeaderBuilder().setBlTxId(1);

    assertThatExceptionOfType(VerificationFailed.class)
        .isThrownBy(() -> readWritten(answer.build()))
        .withMessage("transaction 1 is linked to 1, not to the one before it");
  }

  @Test
  void aStateIsOfATransactionAndHasAHash() {
    ByteString hash = ByteString.copyFrom(new byte[Hash.BYTES]);
    ImmutableState.Builder answer = ImmutableState.newBuilder().setTxId(-1).setTxHash(hash);

    assertThatExceptionOfType(VerificationFailed.class)
        .isThrownBy(() -> Conversions.state(answer.build()))
        .withMessage("the answer isn't one of immudb's: a state has no transaction -1");
    answer.setTxId(1).setTxHash(hash.substring(1));
    assertThatExceptionOfType(VerificationFailed.class)
        .isThrownBy(() -> Conversions.state(answer.build()))
        .withMessage("the answer isn't one of immudb's: a hash has 31 bytes, not 32");
  }

  private static VersionedValue seen(int key) {
    return new VersionedValue(new byte[] {(byte) key}, 1, Optional.of(new byte[0]));
  }

  @Test
  void aScanHasRecordsOfItsRangeOnlyInOrderEachOnceAndNoMoreThanWereAskedFor() throws Exception {
    byte[] from = {3};
    byte[] to = {6};
    Checks.scan(List.of(seen(3), seen(5)), from, to, 2);

    assertRefused(() -> Checks.scan(List.of(seen(3), seen(5)), from, to, 1));
    assertRefused(() -> Checks.scan(List.of(seen(2), seen(5)), from, to, 2));
    assertRefused(() -> Checks.scan(List.of(seen(3), seen(6)), from, to, 2));
    assertRefused(() -> Checks.scan(List.of(seen(5), seen(3)), from, to, 2));
    assertRefused(() -> Checks.scan(List.of(seen(3), seen(3)), from, to, 2));
  }
}
