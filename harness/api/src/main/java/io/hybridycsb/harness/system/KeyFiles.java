package io.hybridycsb.harness.system;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.files.Disk;
import io.hybridycsb.harness.files.PrivateFiles;
import io.hybridycsb.harness.files.WholeFile;
import io.hybridycsb.harness.process.CommandOutput;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/**
 * Ed25519 keys in files. The private key is PKCS#8 in PEM, readable only by its owner. The raw
 * public key is in hex, in a file of the same name with {@code .pub} appended.
 */
public final class KeyFiles {
  /** The X.509 encoding of an Ed25519 key ends in the raw key (RFC 8410). */
  private static final int RAW_PUBLIC_KEY_BYTES = 32;

  /** Whatever the umask is, nobody else writes to them. */
  private static final FileAttribute<?> OF_PUBLIC_KEYS =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r--r--"));

  private static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(60);

  private KeyFiles() {}

  /**
   * Makes a key pair unless the file exists.
   *
   * @return the public key: 64 hex digits
   * @throws HarnessException if the private key exists without the public one; it stays unchanged
   */
  public static String publicKeyOf(Path privateKeyFile) {
    Path publicKeyFile = privateKeyFile.resolveSibling(privateKeyFile.getFileName() + ".pub");
    ClusterFiles.requireOwn(privateKeyFile);
    ClusterFiles.requireOwn(publicKeyFile);
    if (Files.exists(privateKeyFile)) {
      return existing(privateKeyFile, publicKeyFile);
    }
    KeyPair pair = newPair();
    String publicKey = HexFormat.of().formatHex(rawPublicKey(pair));
    PrivateFiles.makeDirectory(privateKeyFile.getParent());
    // The private key is written last and atomically, so that it never lacks its public key.
    WholeFile.write(
        publicKeyFile, part -> Files.writeString(part, publicKey + "\n"), OF_PUBLIC_KEYS);
    writePem(privateKeyFile, "PRIVATE KEY", pair.getPrivate().getEncoded());
    return publicKey;
  }

  private static String existing(Path privateKeyFile, Path publicKeyFile) {
    if (!Files.exists(publicKeyFile)) {
      throw new HarnessException(
          "%s is there, but not its public key, %s: put that back, or remove the private key"
              .formatted(privateKeyFile, publicKeyFile));
    }
    return Disk.read(publicKeyFile).strip();
  }

  /**
   * Runs a system's own command that makes its cluster's keys and files, and keeps those that
   * exist.
   *
   * @throws HarnessException with its output, if it fails
   */
  public static void makeBy(List<String> command) {
    CommandOutput.succeed(command, COMMAND_TIMEOUT, "make the cluster's keys");
  }

  /** A new Ed25519 key pair. */
  public static KeyPair newPair() {
    try {
      return KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK since 15 has Ed25519", e);
    }
  }

  /** The public key itself, 32 bytes. */
  public static byte[] rawPublicKey(KeyPair pair) {
    byte[] encoded = pair.getPublic().getEncoded();
    return Arrays.copyOfRange(encoded, encoded.length - RAW_PUBLIC_KEY_BYTES, encoded.length);
  }

  /**
   * Writes a file for its owner alone.
   *
   * @param what it holds: {@code PRIVATE KEY}
   */
  static void writePem(Path file, String what, byte[] der) {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
    PrivateFiles.write(
        file, "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(what, text, what));
  }
}
