package io.hybridycsb.veritas.stores.rocksdb;

/** What a write that has returned survives. */
public enum Durability {
  /** The death of the process; the operating system holds the data. */
  PROCESS,
  /** The death of the machine; the disk holds the data. */
  MACHINE;

  /**
   * Parses {@code process} or {@code machine}.
   *
   * @throws IllegalArgumentException if it is neither
   */
  public static Durability parse(String name) {
    return switch (name) {
      case "process" -> PROCESS;
      case "machine" -> MACHINE;
      default ->
          throw new IllegalArgumentException(
              "rocksdb.durability must be process or machine, not '" + name + "'");
    };
  }
}
