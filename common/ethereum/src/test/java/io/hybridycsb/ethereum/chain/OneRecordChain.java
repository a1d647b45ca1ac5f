package io.hybridycsb.ethereum.chain;

import io.hybridycsb.verification.Hash;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.web3j.crypto.Credentials;
import org.web3j.crypto.Sign;
import org.web3j.rlp.RlpEncoder;
import org.web3j.rlp.RlpList;
import org.web3j.rlp.RlpString;
import org.web3j.rlp.RlpType;

/**
 * A block's state by hand: one contract, one slot in its storage. Each of the two tries has nothing
 * but a leaf.
 */
public final class OneRecordChain {
  public static final Address CONTRACT = new Address("0x" + "0b".repeat(20));

  /** Of a header whose numbers are all zero. */
  static final List<Integer> FIELD_BYTES =
      List.of(32, 32, 20, 32, 32, 32, 256, 0, 0, 0, 0, 0, 0, 32, 8);

  private final byte[] accountLeaf;
  private final byte[] slotLeaf;

  /**
   * @param key whose slot it is
   * @param word what is in the slot, without leading zeros
   */
  public OneRecordChain(byte[] key, byte[] word) {
    slotLeaf = leaf(Hashes.slotOf(key), RlpEncoder.encode(RlpString.create(word)));
    byte[] account =
        RlpEncoder.encode(
            new RlpList(
                RlpString.create(1),
                RlpString.create(0),
                RlpString.create(Hashes.keccak(slotLeaf)),
                RlpString.create(Hashes.keccak(new byte[0]))));
    accountLeaf = leaf(CONTRACT.bytes(), account);
  }

  /** A leaf with the whole path, whose flags take a byte of their own. */
  private static byte[] leaf(byte[] key, byte[] value) {
    byte[] path = new byte[33];
    path[0] = 0x20;
    System.arraycopy(Hashes.keccak(key), 0, path, 1, 32);
    return RlpEncoder.encode(new RlpList(RlpString.create(path), RlpString.create(value)));
  }

  public Hash stateRoot() {
    return Hashes.of(accountLeaf);
  }

  /** The nodes of both tries. */
  public List<byte[]> nodes() {
    return List.of(accountLeaf, slotLeaf);
  }

  /** A header of this state, sealed as EIP-225 says, in 1970. */
  public byte[] header(long number, Credentials sealer) {
    return header(number, Instant.EPOCH, sealer);
  }

  /** The same, made at that time. */
  public byte[] header(long number, Instant made, Credentials sealer) {
    byte[] vanity = new byte[32];
    byte[] unsigned = Hashes.keccak(header(number, made, vanity));
    Sign.SignatureData signature = Sign.signMessage(unsigned, sealer.getEcKeyPair(), false);
    byte[] extra = Arrays.copyOf(vanity, 32 + 65);
    System.arraycopy(signature.getR(), 0, extra, 32, 32);
    System.arraycopy(signature.getS(), 0, extra, 64, 32);
    extra[96] = (byte) (signature.getV()[0] - 27);
    return header(number, made, extra);
  }

  private byte[] header(long number, Instant made, byte[] extra) {
    List<RlpType> fields = new ArrayList<>();
    for (int bytes : FIELD_BYTES) {
      fields.add(RlpString.create(new byte[bytes]));
    }
    fields.set(3, RlpString.create(stateRoot().bytes()));
    fields.set(8, RlpString.create(BigInteger.valueOf(number)));
    fields.set(11, RlpString.create(BigInteger.valueOf(made.getEpochSecond())));
    fields.set(12, RlpString.create(extra));
    return RlpEncoder.encode(new RlpList(fields));
  }
}
