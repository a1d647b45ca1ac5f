package io.hybridycsb.harness.system;

import io.hybridycsb.harness.files.Disk;
import io.hybridycsb.harness.files.PrivateFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;

/** Random passwords, each in a file that only its owner reads. */
public final class Passwords {
  private static final int BYTES = 16;

  private Passwords() {}

  /**
   * The password in this file, which is made with a new one if it isn't there.
   *
   * @return 32 hex digits
   */
  public static String in(Path file) {
    ClusterFiles.requireOwn(file);
    if (!Files.exists(file)) {
      byte[] random = new byte[BYTES];
      new SecureRandom().nextBytes(random);
      PrivateFiles.write(file, HexFormat.of().formatHex(random) + "\n");
    }
    return Disk.read(file).strip();
  }
}
