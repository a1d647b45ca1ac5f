package io.hybridycsb.ethereum.chain;

import static io.hybridycsb.ethereum.chain.OneRecordChain.CONTRACT;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.records.StateKey;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.web3j.rlp.RlpEncoder;
import org.web3j.rlp.RlpList;
import org.web3j.rlp.RlpString;

class RecordProofTest {
  private static final byte[] KEY = StateKey.of("usertable", "user1");
  private static final byte[] VALUE = "a value of some length, more than a word".getBytes(UTF_8);
  private static final byte[] SHORT = "short".getBytes(UTF_8);

  private static void check(OneRecordChain chain, Layout layout, byte[] key, Optional<byte[]> value)
      throws ProofException {
    new RecordProof(new ProofNodes(chain.nodes()))
        .check(layout, CONTRACT, chain.stateRoot(), key, value);
  }

  private static void refuses(
      OneRecordChain chain, Layout layout, byte[] key, Optional<byte[]> value) {
    assertThatThrownBy(() -> check(chain, layout, key, value)).isInstanceOf(ProofException.class);
  }

  private static byte[] shortWord() {
    byte[] word = Arrays.copyOf(SHORT, 32);
    word[31] = (byte) (2 * SHORT.length);
    return word;
  }

  @Test
  void inTheLogAValueStandsAgainstItsHashAndNoOtherDoes() throws Exception {
    OneRecordChain chain = new OneRecordChain(KEY, Hashes.keccak(VALUE));
    check(chain, Layout.LOG, KEY, Optional.of(VALUE));

    for (int bit = 0; bit < VALUE.length * 8; bit++) {
      byte[] other = VALUE.clone();
      other[bit / 8] ^= (byte) (1 << bit % 8);
      refuses(chain, Layout.LOG, KEY, Optional.of(other));
    }
    refuses(chain, Layout.LOG, KEY, Optional.of(Hashes.keccak(VALUE)));
  }

  @Test
  void inStorageAShortValueStandsAgainstItsSlot() throws Exception {
    OneRecordChain chain = new OneRecordChain(KEY, shortWord());
    check(chain, Layout.STORAGE, KEY, Optional.of(SHORT));

    refuses(chain, Layout.STORAGE, KEY, Optional.of("shorn".getBytes(UTF_8)));
    refuses(chain, Layout.STORAGE, KEY, Optional.of(Arrays.copyOf(SHORT, 6)));
  }

  @ParameterizedTest
  @EnumSource
  void aRecordThatIsThereIsNeverProvenAbsent(Layout layout) {
    refuses(new OneRecordChain(KEY, shortWord()), layout, KEY, Optional.empty());
  }

  @ParameterizedTest
  @EnumSource
  void anAbsentRecordIsProvenAbsentAndNothingElse(Layout layout) throws Exception {
    OneRecordChain chain = new OneRecordChain(KEY, shortWord());
    byte[] absent = StateKey.of("usertable", "user2");
    check(chain, layout, absent, Optional.empty());

    refuses(chain, layout, absent, Optional.of(SHORT));
    refuses(chain, layout, absent, Optional.of(new byte[0]));
  }

  @Test
  void anotherTablesRecordProvesNothing() {
    byte[] otherTable = StateKey.of("othertable", "user1");
    refuses(
        new OneRecordChain(KEY, Hashes.keccak(VALUE)), Layout.LOG, otherTable, Optional.of(VALUE));
  }

  @Test
  void aValueIsProvenByEachOfItsSlots() {
    assertThat(RecordProof.slots(Layout.STORAGE, KEY, Optional.of(new byte[31]))).hasSize(1);
    assertThat(RecordProof.slots(Layout.STORAGE, KEY, Optional.of(new byte[32]))).hasSize(2);
    assertThat(RecordProof.slots(Layout.STORAGE, KEY, Optional.of(new byte[33]))).hasSize(3);
    assertThat(RecordProof.slots(Layout.LOG, KEY, Optional.of(VALUE))).hasSize(1);
    refuses(new OneRecordChain(KEY, shortWord()), Layout.STORAGE, KEY, Optional.of(VALUE));
  }

  /** What is in a slot is a number without zeros in front, and not zero. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "00",
        "0001",
        "010000000000000000000000000000000000000000000000000000000000000000"
      })
  void aSlotHoldsANumberOfOneTo32Bytes(String word) {
    OneRecordChain chain = new OneRecordChain(KEY, HexFormat.of().parseHex(word));

    assertThatThrownBy(() -> check(chain, Layout.LOG, KEY, Optional.empty()))
        .isInstanceOf(ProofException.class)
        .hasMessage("a slot's value is no number of 1 to 32 bytes");
  }

  @Test
  void aRecordIsNoLongerThanATransaction() {
    byte[] tooLong = new byte[RecordProof.VALUE_BYTES_MAX + 1];
    OneRecordChain chain = new OneRecordChain(KEY, Hashes.keccak(tooLong));

    assertThatThrownBy(() -> check(chain, Layout.LOG, KEY, Optional.of(tooLong)))
        .isInstanceOf(ProofException.class)
        .hasMessage("a record has at most 131072 bytes, not 131073");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 31, 33, 64})
  void anAccountsRootIsAHash(int bytes) {
    byte[] path = new byte[33];
    path[0] = 0x20;
    System.arraycopy(Hashes.keccak(CONTRACT.bytes()), 0, path, 1, 32);
    byte[] account =
        RlpEncoder.encode(
            new RlpList(
                RlpString.create(1),
                RlpString.create(0),
                RlpString.create(new byte[bytes]),
                RlpString.create(new byte[32])));
    byte[] leaf = RlpEncoder.encode(new RlpList(RlpString.create(path), RlpString.create(account)));

    assertThatThrownBy(
            () ->
                new RecordProof(new ProofNodes(List.of(leaf)))
                    .check(Layout.LOG, CONTRACT, Hashes.of(leaf), KEY, Optional.empty()))
        .isInstanceOf(ProofException.class)
        .hasMessage("a hash of the account has %d bytes, not 32", bytes);
  }

  @Test
  void aProofThatLacksANodeProvesNothing() {
    OneRecordChain chain = new OneRecordChain(KEY, Hashes.keccak(VALUE));
    for (byte[] node : chain.nodes()) {
      RecordProof proof = new RecordProof(new ProofNodes(List.of(node)));
      assertThatThrownBy(
              () -> proof.check(Layout.LOG, CONTRACT, chain.stateRoot(), KEY, Optional.of(VALUE)))
          .isInstanceOf(ProofException.class);
    }
  }
}
