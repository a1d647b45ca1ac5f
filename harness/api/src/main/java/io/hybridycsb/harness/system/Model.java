package io.hybridycsb.harness.system;

/**
 * A consistency model of single records, the strongest first. In each, writes take effect one after
 * another, each between its invocation and its answer. The models differ in how old the state is
 * that a read may show.
 */
public enum Model {
  /** A read, too, takes effect between its invocation and its answer. */
  LINEARIZABLE("linearizable"),
  /** A read may be stale, but not older than what its client process has read or written before. */
  PROCESS_SESSION("process-session"),
  /**
   * A read may be stale, but not older than what its client's thread has read or written before.
   */
  SESSION("session"),
  /** A read may be arbitrarily old, but what it shows was there at one instant. */
  COMMITTED("committed");

  private final String title;

  Model(String title) {
    this.title = title;
  }

  /** The name for users. */
  public String title() {
    return title;
  }

  @Override
  public String toString() {
    return title;
  }
}
