package io.hybridycsb.testdatabases;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;

/** The password of all users of a server: while a test runs, others may be on the machine. */
final class TestPassword {
  private static final int BYTES = 16;

  private TestPassword() {}

  static Path file(Path installed) {
    return installed.resolve("password");
  }

  /** Makes one, of 32 hex digits, in a file that only its owner reads. */
  static String make(Path installed) throws IOException {
    byte[] random = new byte[BYTES];
    new SecureRandom().nextBytes(random);
    Path file =
        Files.createFile(
            file(installed),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(file, HexFormat.of().formatHex(random));
    return of(installed);
  }

  static String of(Path installed) throws IOException {
    return Files.readString(file(installed));
  }
}
