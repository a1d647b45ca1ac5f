package io.hybridycsb.ycsb.fabric;

import com.google.protobuf.ByteString;
import io.hybridycsb.settings.PropertySet;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.cert.CertificateFactory;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import org.hyperledger.fabric.client.identity.Identity;
import org.hyperledger.fabric.client.identity.Signer;
import org.hyperledger.fabric.protos.msp.SerializedIdentity;

/** Who the client is, read once for all threads. */
final class ClientIdentity implements Identity {
  private final String msp;
  private final byte[] certificate;
  private final Signer signer;

  private ClientIdentity(String msp, byte[] certificate, Signer signer) {
    this.msp = msp;
    this.certificate = certificate;
    this.signer = signer;
  }

  /**
   * Reads certificate and key.
   *
   * @throws IllegalArgumentException if a file can't be read, or is none
   */
  static ClientIdentity read(PropertySet.Values properties) {
    return new ClientIdentity(
        properties.get(FabricProperties.MSP),
        certificate(properties.get(FabricProperties.CERTIFICATE)),
        new EcdsaSigner(key(properties.get(FabricProperties.KEY))));
  }

  private static byte[] certificate(Path file) {
    byte[] pem = bytes(file);
    try {
      CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(pem));
      return pem;
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException(file + " is no X.509 certificate in PEM", e);
    }
  }

  private static ECPrivateKey key(Path file) {
    String pem = new String(bytes(file), StandardCharsets.US_ASCII);
    try {
      byte[] encoded =
          Base64.getMimeDecoder().decode(pem.replaceAll("-----(BEGIN|END) PRIVATE KEY-----", ""));
      return (ECPrivateKey)
          KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(encoded));
    } catch (GeneralSecurityException | IllegalArgumentException | ClassCastException e) {
      throw new IllegalArgumentException(file + " is no EC private key, PKCS#8 in PEM", e);
    }
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new IllegalArgumentException("can't read " + file, e);
    }
  }

  @Override
  public String getMspId() {
    return msp;
  }

  @Override
  public byte[] getCredentials() {
    return certificate.clone();
  }

  /** Signs with its key, from any thread. */
  Signer signer() {
    return signer;
  }

  /** As Fabric's messages carry it. */
  ByteString serialized() {
    return SerializedIdentity.newBuilder()
        .setMspid(msp)
        .setIdBytes(ByteString.copyFrom(certificate))
        .build()
        .toByteString();
  }
}
