package io.hybridycsb.ycsb.fabric;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.InvalidKeyException;
import java.security.cert.CertificateException;
import org.hyperledger.fabric.client.identity.Identities;
import org.hyperledger.fabric.client.identity.Identity;
import org.hyperledger.fabric.client.identity.Signer;
import org.hyperledger.fabric.client.identity.Signers;
import org.hyperledger.fabric.client.identity.X509Identity;
import org.hyperledger.fabric.protos.msp.SerializedIdentity;

/**
 * Who the client is, read once for all threads.
 *
 * @param identity its certificate and organisation
 * @param signer signs with its key, from any thread
 */
record ClientIdentity(Identity identity, Signer signer) {

  /**
   * Reads certificate and key.
   *
   * @throws IllegalArgumentException if a file can't be read, or is none
   */
  static ClientIdentity read(FabricProperties properties) {
    return new ClientIdentity(
        new X509Identity(
            properties.msp(),
            read(properties.certificate(), "certificate", Identities::readX509Certificate)),
        Signers.newPrivateKeySigner(
            read(properties.key(), "private key", Identities::readPrivateKey)));
  }

  /** Makes something of a file's text. */
  private interface Parser<T> {
    T parse(Reader reader) throws IOException, CertificateException, InvalidKeyException;
  }

  private static <T> T read(Path file, String what, Parser<T> parser) {
    try (Reader reader = Files.newBufferedReader(file)) {
      return parser.parse(reader);
    } catch (IOException e) {
      throw new IllegalArgumentException("can't read the %s in %s".formatted(what, file), e);
    } catch (CertificateException | InvalidKeyException | RuntimeException e) {
      throw new IllegalArgumentException("%s is no %s in PEM".formatted(file, what), e);
    }
  }

  /** As Fabric's messages carry it. */
  ByteString serialized() {
    return SerializedIdentity.newBuilder()
        .setMspid(identity.getMspId())
        .setIdBytes(ByteString.copyFrom(identity.getCredentials()))
        .build()
        .toByteString();
  }
}
