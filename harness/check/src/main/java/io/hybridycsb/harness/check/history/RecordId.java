package io.hybridycsb.harness.check.history;

/** A record among all tables. */
public record RecordId(String table, String key) {
  /** A name that no other record has, whatever the names of tables and keys contain. */
  public String register() {
    return table.replace("\\", "\\\\").replace("/", "\\/") + "/" + key;
  }
}
