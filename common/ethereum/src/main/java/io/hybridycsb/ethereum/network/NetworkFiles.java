package io.hybridycsb.ethereum.network;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import org.web3j.crypto.ECKeyPair;
import org.web3j.crypto.Keys;
import org.web3j.utils.Numeric;

/** Keys and other files of a network. Keys that exist are kept. */
public final class NetworkFiles {
  private static final int KEY_DIGITS = 64;
  private static final int PUBLIC_KEY_DIGITS = 128;

  private NetworkFiles() {}

  /** The key in this file; makes a new one if there is none. */
  public static ECKeyPair key(Path file) throws IOException {
    if (!Files.exists(file)) {
      try {
        writePrivately(file, hex(Keys.createEcKeyPair()));
      } catch (GeneralSecurityException e) {
        throw new IOException("cannot make a key", e);
      }
    }
    return ECKeyPair.create(new BigInteger(Files.readString(file).strip(), 16));
  }

  /** A private key, 64 hex digits. */
  public static String hex(ECKeyPair key) {
    return Numeric.toHexStringNoPrefixZeroPadded(key.getPrivateKey(), KEY_DIGITS);
  }

  /** By what name peers know the owner of a key. */
  public static String peerId(ECKeyPair key) {
    return Numeric.toHexStringNoPrefixZeroPadded(key.getPublicKey(), PUBLIC_KEY_DIGITS);
  }

  /** Writes a file, whose directory need not exist yet. */
  public static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  /** Writes a file that its owner alone may read. */
  public static void writePrivately(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    if (!Files.exists(file)) {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
    Files.writeString(file, text);
  }
}
