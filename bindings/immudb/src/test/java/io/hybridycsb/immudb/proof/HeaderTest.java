package io.hybridycsb.immudb.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.hybridycsb.verification.Hash;
import io.hybridycsb.verification.VerificationFailed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is hashed has one meaning only. */
class HeaderTest {
  private static final Hash HASH = Hash.sha256(new byte[] {1});

  private static Header header(long id, int entries, int metadataBytes) {
    return new Header(id, HASH, 7, entries, HASH, HASH, new byte[metadataBytes]);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE})
  void aTransactionHasAPositiveNumber(long id) {
    assertThatIllegalArgumentException().isThrownBy(() -> header(id, 1, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new State(Math.min(-1, id), HASH));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1})
  void aTransactionHasAnEntry(int entries) {
    assertThatIllegalArgumentException().isThrownBy(() -> header(1, entries, 0));
  }

  @Test
  void metadataAreAsShortAsTheLengthThatIsHashed() {
    assertThat(header(1, 1, 268).accumulated()).isNotEqualTo(header(1, 1, 267).accumulated());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> header(1, 1, 0x1_0000))
        .withMessage("the header of transaction 1 has metadata of 65536 bytes, more than 268");
  }

  @Test
  void keysAndMetadataOfEntriesAreAsShortAsTheLengthsThatAreHashed() throws Exception {
    byte[] longest = new byte[0xffff];
    byte[] longer = new byte[0x1_0000];
    byte[] none = new byte[0];

    assertThat(EntryDigest.of(none, longest, HASH))
        .isNotEqualTo(EntryDigest.of(longest, none, HASH));
    assertThatExceptionOfType(VerificationFailed.class)
        .isThrownBy(() -> EntryDigest.of(none, longer, HASH))
        .withMessageStartingWith("an entry has a key of 65536 bytes and metadata of 0, more than");
    assertThatExceptionOfType(VerificationFailed.class)
        .isThrownBy(() -> EntryDigest.of(longer, none, HASH));
  }
}
