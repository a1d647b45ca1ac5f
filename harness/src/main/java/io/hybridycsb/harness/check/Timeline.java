package io.hybridycsb.harness.check;

public final class Timeline {
  private Timeline() {}

  public static String page(CheckReport report, RunHistory history) {
    return CheckTexts.verdict(report);
  }
}
