package io.hybridycsb.ethereum.chain;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * A block's header on a proof-of-authority chain (EIP-225), before London.
 *
 * @param hash the block's hash
 * @param number its number
 * @param stateRoot the root of the state after it
 * @param sealer who has signed it
 */
public record BlockHeader(byte[] hash, long number, byte[] stateRoot, Address sealer) {

  /**
   * Reads a header.
   *
   * @param rlp as it is hashed
   * @throws ProofException if it is none, or nobody has signed it
   */
  public static BlockHeader read(byte[] rlp) throws ProofException {
    Header header = Header.read(rlp);
    byte[] extra = header.extraData();
    if (extra.length < Signatures.BYTES) {
      throw new ProofException("the header has no signature");
    }
    int unsigned = extra.length - Signatures.BYTES;
    byte[] signature = Arrays.copyOfRange(extra, unsigned, extra.length);
    if (Arrays.equals(signature, new byte[Signatures.BYTES])) {
      throw new ProofException("nobody has sealed the chain's first block");
    }
    byte[] message = header.withExtraData(Arrays.copyOf(extra, unsigned)).hash();
    return new BlockHeader(
        Hashes.keccak(rlp),
        header.number(),
        header.stateRoot(),
        Signatures.signer(message, signature));
  }

  /**
   * Requires that an authority has sealed it.
   *
   * @throws ProofException if somebody else has
   */
  public void requireSealedBy(List<Address> authorities) throws ProofException {
    if (!authorities.contains(sealer)) {
      throw new ProofException(
          "block %d was sealed by %s, which is no authority".formatted(number, sealer.hex()));
    }
  }

  /** The block's hash for people and maps. */
  public String hashHex() {
    return "0x" + HexFormat.of().formatHex(hash);
  }
}
