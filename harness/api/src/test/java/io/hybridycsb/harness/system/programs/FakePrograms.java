package io.hybridycsb.harness.system.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Programs that only look like the real ones. */
public final class FakePrograms {
  private FakePrograms() {}

  /** One that says that it is CometBFT of this version. */
  public static Path cometBft(Path file, String version) throws IOException {
    return script(file, "echo " + version);
  }

  public static Path script(Path file, String script) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    return file;
  }
}
