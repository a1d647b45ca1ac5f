package io.hybridycsb.veritas.stores.rocksdb;

import io.hybridycsb.settings.Property;

/** What a write that has returned survives. */
public enum Durability {
  /** The death of the process; the operating system holds the data. */
  PROCESS,
  /** The death of the machine; the disk holds the data. */
  MACHINE;

  /** The durability of a node's ledger. */
  public static final Property<Durability> PROPERTY =
      Property.choice(
          "rocksdb.durability", PROCESS, "machine: each batch of the ledger is synced to the disk");
}
