package io.hybridycsb.ycsb.support;

import java.io.PrintStream;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Tells why operations failed: each reason once, and not more than a screenful of them. */
final class Reasons {
  private static final int REASONS_MAX = 20;

  private final Set<String> told = ConcurrentHashMap.newKeySet();

  void tell(String line, PrintStream out) {
    if (told.size() > REASONS_MAX || !told.add(line)) {
      return;
    }
    out.println(told.size() > REASONS_MAX ? "further reasons are not shown" : line);
  }
}
