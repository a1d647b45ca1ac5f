package io.hybridycsb.veritas.cometbft;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.veritas.client.fakes.Mutator;
import io.hybridycsb.veritas.cometbft.CommitVerifier.Verified;
import io.hybridycsb.veritas.cometbft.CommitVerifier.WrongHeader;
import io.hybridycsb.veritas.cometbft.proto.SignedHeader;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What real validators signed, changed somewhere. */
class CommitForgeriesTest {
  private static final int MUTATIONS = 5_000;

  @Test
  void noChangedCommitShowsAnotherHeader() {
    CommitVerifier verifier = new CommitVerifier(RecordedChain.validators());
    Mutator mutator = new Mutator(51);
    List<SignedHeader> honest = RecordedChain.signedHeaders();
    for (int i = 0; i < MUTATIONS; i++) {
      SignedHeader signed = honest.get(i % honest.size());
      try {
        Verified verified = verifier.check(mutator.changed(signed));
        assertThat(verified.height()).isEqualTo(signed.getHeader().getHeight());
        assertThat(verified.appHash()).isEqualTo(signed.getHeader().getAppHash().toByteArray());
      } catch (WrongHeader e) {
        // As it should be.
      }
    }
  }
}
