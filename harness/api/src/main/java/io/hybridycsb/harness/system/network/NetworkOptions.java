package io.hybridycsb.harness.system.network;

import io.hybridycsb.harness.system.Settings;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.settings.Property;
import java.util.ArrayList;
import java.util.List;

/** The options of every system for the network between its nodes. */
public final class NetworkOptions {
  static final String RTT_MS = "network.rtt.ms";
  static final String RATE_MBIT = "network.rate.mbit";

  private static final List<Property<?>> OPTIONS =
      List.of(
          Property.number(
              RTT_MS,
              "",
              0,
              10_000,
              "milliseconds that a round trip between two nodes takes longer"),
          Property.number(
              RATE_MBIT,
              "",
              1,
              100_000,
              "Mbit/s of each connection between two nodes, in each direction"),
          ToxiproxyProgram.DESCRIPTION.asOption("the toxiproxy-server for that"));

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

  /** Whether the user wants proxies between the nodes. */
  public static boolean areSet(Settings settings) {
    return settings.isSet(RTT_MS) || settings.isSet(RATE_MBIT);
  }

  static long rttMs(Settings settings) {
    return settings.isSet(RTT_MS) ? settings.getLong(RTT_MS) : 0;
  }

  static long rateMbit(Settings settings) {
    return settings.isSet(RATE_MBIT) ? settings.getLong(RATE_MBIT) : 0;
  }
}
