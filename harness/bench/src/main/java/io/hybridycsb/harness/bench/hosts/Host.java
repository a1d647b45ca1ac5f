package io.hybridycsb.harness.bench.hosts;

import java.util.List;
import java.util.SortedMap;

/** Another machine on which clients run. */
interface Host {
  /** As its user calls it. */
  String name();

  /** Where the release is there. */
  String home();

  /** Variables for the clients there. */
  SortedMap<String, String> environment();

  /** The command of this machine that runs a script there, and passes on its input and output. */
  List<String> command(Script script);
}
