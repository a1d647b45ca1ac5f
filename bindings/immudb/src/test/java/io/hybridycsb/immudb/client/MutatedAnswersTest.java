package io.hybridycsb.immudb.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.hybridycsb.immudb.client.RecordedAnswers.Read;
import io.hybridycsb.immudb.client.RecordedAnswers.Write;
import io.hybridycsb.immudb.proof.Link;
import io.hybridycsb.immudb.proof.State;
import io.hybridycsb.immudb.wire.DualProof;
import io.hybridycsb.immudb.wire.KeyValue;
import io.hybridycsb.immudb.wire.Tx;
import io.hybridycsb.immudb.wire.VerifiableEntry;
import io.hybridycsb.immudb.wire.VerifiableTx;
import io.hybridycsb.verification.Hash;
import io.hybridycsb.verification.VerificationFailed;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What an immudb has answered, changed in many ways: what is still accepted is the truth. */
class MutatedAnswersTest {
  private static final long SEED = 51;
  private static final int READS = 25_000;
  private static final int WRITES = 20_000;
  private static final int LINKS = 25_000;
  private static final Instant NOW = Instant.ofEpochSecond(1_000);

  private final RecordedAnswers recorded = new RecordedAnswers();
  private final Random random = new Random(SEED);
  private final Mutations mutations = new Mutations(SEED);

  private Map<Long, State> states;
  private int refused;

  private record Place(ByteString key, long tx) {}

  @BeforeEach
  void readStates() throws Exception {
    states = recorded.states();
  }

  private <T> T any(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  /** What each transaction has written to each key. */
  private Map<Place, ByteString> values() throws Exception {
    Map<Place, ByteString> values = new HashMap<>();
    for (Write write : recorded.writes()) {
      long tx = VerifiableTx.parseFrom(write.answer()).getTx().getHeader().getId();
      for (KeyValue change : write.request().getKVsList()) {
        values.put(new Place(change.getKey(), tx), change.getValue());
      }
    }
    return values;
  }

  private record Answered(Read read, VerifiableEntry answer) {}

  /** Of clients that have verified a state before. */
  private List<Answered> reads() throws Exception {
    List<Answered> reads = new ArrayList<>();
    for (Read read : recorded.reads()) {
      if (read.since() > 0) {
        reads.add(new Answered(read, VerifiableEntry.parseFrom(read.answer())));
      }
    }
    return reads;
  }

  /** A transaction from before the state that is known, told alike in both places. */
  private static VerifiableEntry withOneHeader(VerifiableEntry answer) {
    VerifiableEntry.Builder same = answer.toBuilder();
    same.getVerifiableTxBuilder()
        .getDualProofBuilder()
        .setSourceTxHeader(answer.getVerifiableTx().getTx().getHeader());
    return same.build();
  }

  @Test
  void noChangedReadIsAcceptedForAnotherValueKeyTransactionOrState() throws Exception {
    Map<Place, ByteString> values = values();
    List<Answered> reads = reads();
    for (int i = 0; i < READS; i++) {
      Answered honest = any(reads);
      Answered other = any(reads);
      VerifiableEntry answer = mutations.changed(honest.answer(), other.answer());
      if (honest.read().tx() < honest.read().since()) {
        answer = withOneHeader(answer);
      }
      // Sometimes it answers a question about another key, or another transaction, or any.
      byte[] key = random.nextInt(8) == 0 ? other.read().key() : honest.read().key();
      long tx = List.of(0L, other.read().tx(), honest.read().tx()).get(random.nextInt(3));
      try {
        State state = Checks.read(answer, key, tx, states.get(honest.read().since()), NOW);

        long written = answer.getEntry().getTx();
        assertThat(tx).isIn(0L, written);
        assertThat(answer.getEntry().getValue())
            .isEqualTo(values.get(new Place(ByteString.copyFrom(key), written)));
        assertThat(state).isEqualTo(states.get(written));
      } catch (VerificationFailed e) {
        refused++;
      }
    }
    assertThat(refused).isBetween(READS / 2, READS - 1_000);
  }

  @Test
  void noChangedWriteIsAcceptedForOtherChangesOrAnotherState() throws Exception {
    List<Write> writes = recorded.writes().stream().filter(write -> write.since() > 0).toList();
    List<VerifiableTx> answers = new ArrayList<>();
    for (Write write : writes) {
      answers.add(VerifiableTx.parseFrom(write.answer()));
    }
    for (int i = 0; i < WRITES; i++) {
      int honest = random.nextInt(writes.size());
      VerifiableTx answer = mutations.changed(answers.get(honest), any(answers));
      Write asked = random.nextInt(8) == 0 ? any(writes) : writes.get(honest);
      try {
        State state = Checks.write(answer, asked.request().getKVsList(), states.get(asked.since()));

        long tx = answers.get(writes.indexOf(asked)).getTx().getHeader().getId();
        assertThat(state).isEqualTo(states.get(tx));
      } catch (VerificationFailed e) {
        refused++;
      }
    }
    assertThat(refused).isBetween(WRITES / 2, WRITES - 1_000);
  }

  /** The state that is told is the one of the changed header, as a liar would have it. */
  @Test
  void noChangedLinkMovesAClientToAStateThatIsNotOfItsLedger() throws Exception {
    Map<Long, Hash> roots = new HashMap<>();
    for (Tx tx : recorded.log()) {
      roots.put(tx.getHeader().getId(), Conversions.header(tx.getHeader()).linkedRoot());
    }
    List<DualProof> proofs = new ArrayList<>();
    for (Answered read : reads()) {
      proofs.add(read.answer().getVerifiableTx().getDualProof());
    }
    for (int i = 0; i < LINKS; i++) {
      DualProof honest = any(proofs);
      DualProof changed = mutations.changed(honest, any(proofs));
      boolean isOnwards = random.nextBoolean();
      long known =
          isOnwards ? honest.getSourceTxHeader().getId() : honest.getTargetTxHeader().getId();
      try {
        Link link = Conversions.link(changed);
        State told = State.of(isOnwards ? link.later() : link.earlier());
        VerifiedState trust = new VerifiedState(states.get(known));
        trust.take(told, State.NONE, (one, other) -> link);

        // A server may go on as it likes from where a client is, but may not change what was
        // before.
        if (told.tx() <= known) {
          assertThat(told).isEqualTo(states.get(told.tx()));
        } else {
          assertThat(link.later().linkedRoot()).isEqualTo(roots.get(told.tx()));
        }
      } catch (VerificationFailed e) {
        refused++;
      }
    }
    assertThat(refused).isBetween(LINKS / 2, LINKS - 1_000);
  }
}
