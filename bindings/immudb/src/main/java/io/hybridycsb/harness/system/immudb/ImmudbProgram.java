package io.hybridycsb.harness.system.immudb;

import io.hybridycsb.harness.system.programs.GoModule;
import io.hybridycsb.harness.system.programs.GoProgram;
import java.util.List;
import java.util.regex.Pattern;

/**
 * An immudb of the series 1.9. Its licence, the Business Source License 1.1, grants production use
 * that doesn't compete with its vendor's paid offers. It is built on the user's machine, and no
 * part of it is in this project.
 */
public final class ImmudbProgram {
  private static final String BUILT_VERSION = "1.9.5";

  public static final GoProgram.Description DESCRIPTION =
      new GoProgram.Description(
          "immudb",
          List.of("immudb"),
          "immudb.program",
          "IMMUDB",
          "version",
          Pattern.compile("(?m)^immudb v?([0-9]+\\.[0-9]+\\.[0-9]+)"),
          "1.9",
          BUILT_VERSION,
          "1.24",
          new GoProgram.Source(
              List.of("github.com/codenotary/immudb/cmd/immudb"),
              GoModule.named("immudb"),
              List.of(
                  "-trimpath",
                  // Its version is told only by how it is built.
                  "-ldflags=-s -w -X github.com/codenotary/immudb/cmd/version.Version="
                      + BUILT_VERSION)));

  private ImmudbProgram() {}
}
