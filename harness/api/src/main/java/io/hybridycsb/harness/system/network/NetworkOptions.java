package io.hybridycsb.harness.system.network;

import io.hybridycsb.harness.network.RttMatrix;
import io.hybridycsb.harness.system.Settings;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.programs.GoModule;
import io.hybridycsb.harness.system.programs.GoProgram;
import io.hybridycsb.settings.Property;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The options of every system for the network between its nodes. */
public final class NetworkOptions {
  static final String RTT_MS = "network.rtt.ms";
  static final String RTT_MATRIX = "network.rtt.matrix";
  static final String RATE_MBIT = "network.rate.mbit";

  private static final String BUILT_VERSION = "2.12.0";

  /** A toxiproxy-server of the series 2. */
  static final GoProgram.Description PROGRAM =
      new GoProgram.Description(
          "Toxiproxy",
          List.of("toxiproxy-server"),
          "toxiproxy.program",
          "TOXIPROXY",
          new GoProgram.Version(
              "-version", "version v?([0-9]+\\.[0-9]+\\.[0-9]+)", "2", BUILT_VERSION, "1.23"),
          new GoProgram.Source(
              List.of("github.com/Shopify/toxiproxy/v2/cmd/server"),
              GoModule.named("toxiproxy"),
              // It doesn't know its own version otherwise.
              List.of(
                  "-trimpath",
                  "-ldflags=-s -w -X github.com/Shopify/toxiproxy/v2.Version=" + BUILT_VERSION)));

  private static final List<Property<?>> OPTIONS =
      List.of(
          Property.number(
              RTT_MS,
              "",
              0,
              10_000,
              "milliseconds that a round trip between two nodes takes longer"),
          Property.text(
              RTT_MATRIX,
              String.join("|", RttMatrix.PRESETS) + "|FILE.csv",
              "",
              "milliseconds that it takes longer by the nodes' regions"),
          Property.number(
              RATE_MBIT,
              "",
              1,
              100_000,
              "Mbit/s of each connection between two nodes, in each direction"),
          PROGRAM.asOption("the toxiproxy-server for that"));

  private NetworkOptions() {}

  /** The options that all systems share. */
  public static List<Property<?>> common() {
    return OPTIONS;
  }

  /** All options of a system: its own and the shared ones. */
  public static List<Property<?>> of(SystemDescription system) {
    List<Property<?>> options = new ArrayList<>(system.options());
    options.addAll(OPTIONS);
    return options;
  }

  /** What is set of all these options. */
  public static Settings settings(SystemDescription system, Map<String, String> set) {
    return new Settings(of(system), set);
  }

  /** Whether the user wants proxies between the nodes. */
  public static boolean areSet(Settings settings) {
    return settings.isSet(RTT_MS) || settings.isSet(RTT_MATRIX) || settings.isSet(RATE_MBIT);
  }

  static long rttMs(Settings settings) {
    return settings.isSet(RTT_MS) ? settings.getLong(RTT_MS) : 0;
  }

  /**
   * The regions of nodes; none unless the user wants them.
   *
   * @throws io.hybridycsb.harness.UsageException if they can't be read
   */
  public static RttMatrix regions(Settings settings) {
    return settings.isSet(RTT_MATRIX) ? RttMatrix.read(settings.get(RTT_MATRIX)) : RttMatrix.NONE;
  }

  static long rateMbit(Settings settings) {
    return settings.isSet(RATE_MBIT) ? settings.getLong(RATE_MBIT) : 0;
  }
}
