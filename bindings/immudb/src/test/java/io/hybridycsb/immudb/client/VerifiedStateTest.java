package io.hybridycsb.immudb.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.protobuf.InvalidProtocolBufferException;
import io.hybridycsb.immudb.client.RecordedAnswers.Read;
import io.hybridycsb.immudb.proof.Link;
import io.hybridycsb.immudb.proof.State;
import io.hybridycsb.immudb.wire.VerifiableEntry;
import io.hybridycsb.verification.Hash;
import io.hybridycsb.verification.VerificationFailed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class VerifiedStateTest {
  private final RecordedAnswers recorded = new RecordedAnswers();
  private final List<String> asked = new ArrayList<>();
  private Map<Long, State> states;

  @BeforeEach
  void readStates() throws Exception {
    states = recorded.states();
  }

  /** The recorded proofs go from or to some transactions. */
  private Link prove(long one, long other) {
    asked.add(one + "-" + other);
    for (Read read : recorded.reads()) {
      if (Math.min(read.tx(), read.since()) == Math.min(one, other)
          && Math.max(read.tx(), read.since()) == Math.max(one, other)) {
        try {
          return Conversions.link(
              VerifiableEntry.parseFrom(read.answer()).getVerifiableTx().getDualProof());
        } catch (InvalidProtocolBufferException e) {
          throw new IllegalStateException(e);
        }
      }
    }
    throw new IllegalStateException("no proof of %d and %d was recorded".formatted(one, other));
  }

  private State state(long tx) {
    return states.get(tx);
  }

  @Test
  void aStateProvenFromTheNewestBecomesTheNewest() throws Exception {
    VerifiedState trust = new VerifiedState(state(4));

    trust.take(state(8), state(4), this::prove);

    assertThat(trust.newest()).isEqualTo(state(8));
    assertThat(asked).isEmpty();
  }

  @Test
  void aStateProvenFromAnEarlierOneIsProvenFromTheNewestAsWell() throws Exception {
    VerifiedState trust = new VerifiedState(state(7));

    trust.take(state(12), state(4), this::prove);

    assertThat(trust.newest()).isEqualTo(state(12));
    assertThat(asked).containsExactly("7-12");
  }

  @Test
  void aStateThatAnotherCallHasOvertakenIsProvenToBeBeforeTheNewest() throws Exception {
    VerifiedState trust = new VerifiedState(state(12));

    trust.take(state(7), state(4), this::prove);

    assertThat(trust.newest()).isEqualTo(state(12));
    assertThat(asked).containsExactly("7-12");
  }

  /** Two calls at once, to which the server shows two continuations of one ledger. */
  @Test
  void aStateOfAForkIsFound() {
    State fork = new State(12, Hash.sha256(state(12).hash().bytes()));
    VerifiedState trust = new VerifiedState(state(7));

    assertThatExceptionOfType(VerificationFailed.class)
        .isThrownBy(() -> trust.take(fork, state(4), this::prove));
    assertThat(trust.newest()).isEqualTo(state(7));
  }

  @Test
  void anOlderStateOfAForkIsFound() {
    State fork = new State(7, Hash.sha256(state(7).hash().bytes()));
    VerifiedState trust = new VerifiedState(state(12));

    assertThatExceptionOfType(VerificationFailed.class)
        .isThrownBy(() -> trust.take(fork, state(4), this::prove));
  }
}
