package io.hybridycsb.ethereum.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.verification.Hash;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.web3j.crypto.Credentials;
import org.web3j.crypto.Sign;
import org.web3j.rlp.RlpEncoder;
import org.web3j.rlp.RlpList;
import org.web3j.rlp.RlpString;
import org.web3j.rlp.RlpType;

/** Headers made as EIP-225 says: the seal covers the header without the seal. */
class CliqueHeaderTest {
  private static final int TIMESTAMP = 11;
  private static final int EXTRA_DATA = 12;
  private static final byte[] VANITY = new byte[32];

  private final Credentials sealer =
      Credentials.create("0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318");

  private static List<RlpType> fields(byte[] extra) {
    List<RlpType> fields = new ArrayList<>();
    for (int i = 0; i < 15; i++) {
      byte[] field = new byte[OneRecordChain.FIELD_BYTES.get(i)];
      Arrays.fill(field, (byte) i);
      fields.add(RlpString.create(field));
    }
    fields.set(8, RlpString.create(BigInteger.valueOf(70_000)));
    fields.set(TIMESTAMP, RlpString.create(BigInteger.valueOf(1_700_000_000)));
    fields.set(EXTRA_DATA, RlpString.create(extra));
    return fields;
  }

  private static byte[] withSeal(byte[] seal) {
    byte[] extra = Arrays.copyOf(VANITY, VANITY.length + seal.length);
    System.arraycopy(seal, 0, extra, VANITY.length, seal.length);
    return RlpEncoder.encode(new RlpList(fields(extra)));
  }

  private byte[] sealed() {
    byte[] hash = Hashes.keccak(RlpEncoder.encode(new RlpList(fields(VANITY))));
    Sign.SignatureData signature = Sign.signMessage(hash, sealer.getEcKeyPair(), false);
    byte[] seal = new byte[65];
    System.arraycopy(signature.getR(), 0, seal, 0, 32);
    System.arraycopy(signature.getS(), 0, seal, 32, 32);
    seal[64] = (byte) (signature.getV()[0] - 27);
    return withSeal(seal);
  }

  @Test
  void theHeaderTellsItsNumberItsTimeItsStateAndWhoSealedIt() throws Exception {
    SealedHeader header = SealedHeader.read(Consensus.CLIQUE, sealed());

    assertThat(header.number()).isEqualTo(70_000);
    assertThat(header.made()).isEqualTo("2023-11-14T22:13:20Z");
    assertThat(header.stateRoot()).isEqualTo(Hash.ofHex("03".repeat(32)));
    assertThat(header.sealers()).containsExactly(new Address(sealer.getAddress()));
    assertThat(header.hash()).isEqualTo(Hashes.of(sealed()));
    header.requireSealed(Consensus.CLIQUE, List.of(new Address(sealer.getAddress())));
  }

  @Test
  void aHeaderOfAnotherStateHasAnotherSealer() throws Exception {
    byte[] other = sealed();
    int inStateRoot = indexOf(other, (byte) 3);
    other[inStateRoot] ^= 1;

    SealedHeader header = SealedHeader.read(Consensus.CLIQUE, other);

    assertThatThrownBy(
            () -> header.requireSealed(Consensus.CLIQUE, List.of(new Address(sealer.getAddress()))))
        .isInstanceOf(ProofException.class)
        .hasMessageContaining("no authority");
  }

  private static int indexOf(byte[] bytes, byte wanted) {
    for (int i = 0; i + 8 < bytes.length; i++) {
      if (bytes[i] == wanted && bytes[i + 8] == wanted) {
        return i;
      }
    }
    throw new AssertionError("not in there");
  }

  @Test
  void onlySealersWhoMaySealAreCounted() throws Exception {
    List<Address> authorities =
        Stream.of("0a", "0b", "0c").map(each -> new Address("0x" + each.repeat(20))).toList();
    Address stranger = new Address("0x" + "0d".repeat(20));
    SealedHeader read = SealedHeader.read(Consensus.CLIQUE, sealed());
    SealedHeader header =
        new SealedHeader(
            read.hash(),
            read.number(),
            read.made(),
            read.stateRoot(),
            Set.of(stranger, authorities.get(2), authorities.get(0)));

    assertThat(header.sealersAmong(authorities))
        .containsExactly(authorities.get(0), authorities.get(2));
    header.requireSealed(Consensus.QBFT, authorities);
    assertThatThrownBy(() -> header.requireSealed(Consensus.QBFT, List.of(authorities.get(1))))
        .isInstanceOf(ProofException.class);
    List<Address> twice = List.of(authorities.get(0), authorities.get(0), authorities.get(1));
    assertThatThrownBy(() -> header.requireSealed(Consensus.QBFT, twice))
        .hasMessage("block 70000 was sealed by 1 validators; 2 are needed");
  }

  @Test
  void theFirstBlockProvesNothingForNobodyHasSealedIt() {
    assertThatThrownBy(() -> SealedHeader.read(Consensus.CLIQUE, withSeal(new byte[65])))
        .isInstanceOf(ProofException.class)
        .hasMessageContaining("nobody has sealed");
  }

  @Test
  void whatIsNoHeaderIsRefused() {
    byte[] whole = sealed();
    assertThatThrownBy(() -> SealedHeader.read(Consensus.CLIQUE, withSeal(new byte[3])))
        .isInstanceOf(ProofException.class);
    assertThatThrownBy(
            () -> SealedHeader.read(Consensus.CLIQUE, Arrays.copyOf(whole, whole.length - 1)))
        .isInstanceOf(ProofException.class);
    assertThatThrownBy(() -> SealedHeader.read(Consensus.CLIQUE, new byte[0]))
        .isInstanceOf(ProofException.class);
    assertThatThrownBy(
            () ->
                SealedHeader.read(
                    Consensus.CLIQUE,
                    RlpEncoder.encode(new RlpList(fields(VANITY).subList(0, 14)))))
        .isInstanceOf(ProofException.class)
        .hasMessage("the header has 14 fields, not 15");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "0 | 31 | the header's parent hash has 31 bytes, not 32",
        "2 | 21 | the header's beneficiary has 21 bytes, not 20",
        "3 | 33 | the header's state root has 33 bytes, not 32",
        "3 | 0 | the header's state root has 0 bytes, not 32",
        "6 | 255 | the header's bloom has 255 bytes, not 256",
        "8 | 9 | the header's number has 9 bytes, more than 8",
        "8 | 8 | the header's number is too large",
        "11 | 8 | the header's timestamp is too large",
        "14 | 9 | the header's nonce has 9 bytes, not 8"
      })
  void aFieldOfAnotherLengthIsRefused(int field, int bytes, String reason) {
    List<RlpType> fields = fields(VANITY);
    byte[] value = new byte[bytes];
    Arrays.fill(value, (byte) 0xff);
    fields.set(field, RlpString.create(value));

    assertThatThrownBy(() -> Header.read(RlpEncoder.encode(new RlpList(fields))))
        .isInstanceOf(ProofException.class)
        .hasMessage(reason);
  }

  @Test
  void aTimeThatNeverComesIsRefused() {
    byte[] extra = new byte[97];
    Arrays.fill(extra, (byte) 1);
    List<RlpType> fields = fields(extra);
    fields.set(TIMESTAMP, RlpString.create(BigInteger.ONE.shiftLeft(55)));
    byte[] header = RlpEncoder.encode(new RlpList(fields));

    assertThatThrownBy(() -> SealedHeader.read(Consensus.CLIQUE, header))
        .isInstanceOf(ProofException.class)
        .hasMessage("the header's timestamp is too large");
  }

  @Test
  void aNumberHasNoZerosInFront() {
    List<RlpType> fields = fields(VANITY);
    fields.set(8, RlpString.create(new byte[] {0, 1}));

    assertThatThrownBy(() -> Header.read(RlpEncoder.encode(new RlpList(fields))))
        .hasMessage("the header's number begins with a zero");
  }

  @Test
  void aSealThatNamesNoKeyIsRefused() {
    byte[] seal = new byte[65];
    Arrays.fill(seal, (byte) 1);
    seal[64] = 4;

    assertThatThrownBy(() -> SealedHeader.read(Consensus.CLIQUE, withSeal(seal)))
        .isInstanceOf(ProofException.class)
        .hasMessage("a signature's last byte is 0 to 3, not 4");
  }

  @Test
  void whatWouldTakeTooMuchRoomOrTooMuchStackIsRefused() {
    assertThatThrownBy(() -> SealedHeader.read(Consensus.CLIQUE, new byte[(10 << 20) + 1]))
        .isInstanceOf(ProofException.class)
        .hasMessage("the header has 10485761 bytes, more than 10485760");
    byte[] many = new byte[10 << 20];
    Arrays.fill(many, (byte) 0xc0);
    assertThatThrownBy(() -> SealedHeader.read(Consensus.CLIQUE, many))
        .isInstanceOf(ProofException.class)
        .hasMessage("the header consists of 10485760 items in 10485760 lists, which is too much");
    byte[] nested = new byte[16_384];
    Arrays.fill(nested, (byte) 0xc1);
    assertThatThrownBy(() -> SealedHeader.read(Consensus.CLIQUE, nested))
        .isInstanceOf(ProofException.class);
  }
}
