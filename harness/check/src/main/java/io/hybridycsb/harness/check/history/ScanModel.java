package io.hybridycsb.harness.check.history;

/** What the rows of scans must show, from the least to the most. */
public enum ScanModel {
  /** Each row was there at an instant before the scan's answer, whatever reads must show. */
  COMMITTED("committed"),
  /** Each row, and each absence, is what a read would have found. */
  READS("reads"),
  /** The same, and all rows and absences of a scan were there at one and the same instant. */
  SNAPSHOT("snapshot");

  private final String title;

  ScanModel(String title) {
    this.title = title;
  }

  /** The name for users. */
  @Override
  public String toString() {
    return title;
  }
}
