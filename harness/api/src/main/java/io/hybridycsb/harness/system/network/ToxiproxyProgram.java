package io.hybridycsb.harness.system.network;

import io.hybridycsb.harness.system.programs.GoModule;
import io.hybridycsb.harness.system.programs.GoProgram;
import java.util.List;
import java.util.regex.Pattern;

/** A toxiproxy-server of the series 2. */
final class ToxiproxyProgram {
  private static final String BUILT_VERSION = "2.12.0";

  static final GoProgram.Description DESCRIPTION =
      new GoProgram.Description(
          "Toxiproxy",
          List.of("toxiproxy-server"),
          "toxiproxy.program",
          "TOXIPROXY",
          "-version",
          Pattern.compile("version v?([0-9]+\\.[0-9]+\\.[0-9]+)"),
          "2",
          BUILT_VERSION,
          "1.23",
          new GoProgram.Source(
              List.of("github.com/Shopify/toxiproxy/v2/cmd/server"),
              GoModule.named("toxiproxy"),
              // It doesn't know its own version otherwise.
              List.of(
                  "-trimpath",
                  "-ldflags=-s -w -X github.com/Shopify/toxiproxy/v2.Version=" + BUILT_VERSION)));

  private ToxiproxyProgram() {}
}
