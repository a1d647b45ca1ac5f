package io.hybridycsb.ycsb.fabric;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.security.interfaces.ECPrivateKey;
import java.util.Arrays;
import org.hyperledger.fabric.client.identity.Signer;

/**
 * Signs hashes by ECDSA with the JDK's own code. Fabric takes signatures only in DER, and only with
 * the lower of the two possible values of s.
 */
final class EcdsaSigner implements Signer {
  private static final byte SEQUENCE = 0x30;
  private static final byte INTEGER = 0x02;
  private static final int LONG_LENGTH = 0x80;
  private static final int ONE_BYTE_FOLLOWS = 0x81;

  private final ECPrivateKey key;
  private final BigInteger order;
  private final BigInteger halfOrder;

  EcdsaSigner(ECPrivateKey key) {
    this.key = key;
    this.order = key.getParams().getOrder();
    this.halfOrder = order.shiftRight(1);
  }

  @Override
  public byte[] sign(byte[] digest) throws GeneralSecurityException {
    Signature signature = Signature.getInstance("NONEwithECDSAinP1363Format");
    signature.initSign(key);
    signature.update(digest);
    return canonical(signature.sign());
  }

  /**
   * The signature with the lower s, in DER.
   *
   * @param rAndS both of the same length, one after the other
   */
  private byte[] canonical(byte[] rAndS) {
    int half = rAndS.length / 2;
    BigInteger r = new BigInteger(1, Arrays.copyOfRange(rAndS, 0, half));
    BigInteger s = new BigInteger(1, Arrays.copyOfRange(rAndS, half, rAndS.length));
    byte[] rBytes = r.toByteArray();
    byte[] sBytes = (s.compareTo(halfOrder) > 0 ? order.subtract(s) : s).toByteArray();
    int length = 2 + rBytes.length + 2 + sBytes.length;
    ByteBuffer der = ByteBuffer.allocate(length + 3).put(SEQUENCE);
    if (length >= LONG_LENGTH) {
      der.put((byte) ONE_BYTE_FOLLOWS);
    }
    der.put((byte) length);
    der.put(INTEGER).put((byte) rBytes.length).put(rBytes);
    der.put(INTEGER).put((byte) sBytes.length).put(sBytes);
    return Arrays.copyOf(der.array(), der.position());
  }
}
