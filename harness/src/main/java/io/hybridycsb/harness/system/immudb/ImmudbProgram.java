package io.hybridycsb.harness.system.immudb;

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

  /** immudb can't be installed by its name alone, because its module replaces others. */
  private static final String MODULE =
      """
      module hybridycsb/immudb

      go 1.24

      require github.com/codenotary/immudb v%s

      replace github.com/takama/daemon v0.12.0 => github.com/codenotary/daemon v0.0.0-20200507161650-3d4bcb5230f4

      replace github.com/spf13/afero => github.com/spf13/afero v1.5.1
      """
          .formatted(BUILT_VERSION);

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
              MODULE,
              List.of(
                  "-mod=mod",
                  "-trimpath",
                  // Its version is told only by how it is built.
                  "-ldflags=-s -w -X github.com/codenotary/immudb/cmd/version.Version="
                      + BUILT_VERSION)));

  private ImmudbProgram() {}
}
