package io.hybridycsb.harness.system.etcd;

import io.hybridycsb.harness.system.programs.GoModule;
import io.hybridycsb.harness.system.programs.GoProgram;
import java.util.List;
import java.util.regex.Pattern;

/** An etcd of the series 3.5. */
public final class EtcdProgram {
  private static final String BUILT_VERSION = "3.5.21";

  public static final GoProgram.Description DESCRIPTION =
      new GoProgram.Description(
          "etcd",
          List.of("etcd"),
          "etcd.program",
          "ETCD",
          "--version",
          Pattern.compile("^etcd Version: ([0-9]+\\.[0-9]+\\.[0-9]+)"),
          "3.5",
          BUILT_VERSION,
          "1.23",
          new GoProgram.Source(
              List.of("go.etcd.io/etcd/server/v3"), GoModule.named("etcd"), List.of("-trimpath")));

  private EtcdProgram() {}
}
