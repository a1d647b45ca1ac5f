package io.hybridycsb.ethereum.chain;

import io.hybridycsb.verification.Hash;
import java.math.BigInteger;
import java.security.SignatureException;
import java.util.Arrays;
import org.web3j.crypto.Keys;
import org.web3j.crypto.Sign;

/** Signatures from which the signer's address follows: r, s, and which of two keys it was. */
public final class Signatures {
  public static final int BYTES = 65;

  private static final int RECOVERY_ID_BASE = 27;

  private static final int RECOVERY_ID_MAX = 3;

  private Signatures() {}

  /**
   * Who has signed.
   *
   * @param hash of what was signed
   * @param signature of {@link #BYTES} bytes
   * @throws ProofException if the signature is none
   */
  public static Address signer(Hash hash, byte[] signature) throws ProofException {
    if (signature.length != BYTES) {
      throw new ProofException(
          "a signature has %d bytes, not %d".formatted(signature.length, BYTES));
    }
    int recoveryId = signature[BYTES - 1];
    if (recoveryId < 0 || recoveryId > RECOVERY_ID_MAX) {
      throw new ProofException(
          "a signature's last byte is 0 to %d, not %d"
              .formatted(RECOVERY_ID_MAX, recoveryId & 0xff));
    }
    try {
      BigInteger key =
          Sign.signedMessageHashToKey(
              hash.bytes(),
              new Sign.SignatureData(
                  (byte) (recoveryId + RECOVERY_ID_BASE),
                  Arrays.copyOfRange(signature, 0, 32),
                  Arrays.copyOfRange(signature, 32, 64)));
      return new Address("0x" + Keys.getAddress(key));
    } catch (SignatureException | RuntimeException e) {
      throw new ProofException("the header's signature is none: " + e.getMessage());
    }
  }
}
