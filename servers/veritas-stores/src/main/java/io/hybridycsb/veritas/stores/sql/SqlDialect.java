package io.hybridycsb.veritas.stores.sql;

/** What differs from one relational database to the other. */
enum SqlDialect {
  H2(
      "jdbc:h2:",
      "CREATE TABLE IF NOT EXISTS veritas_state"
          + " (k VARBINARY(65536) PRIMARY KEY, v VARBINARY(1048576) NOT NULL)",
      "MERGE INTO veritas_state (k, v) KEY (k) VALUES (?, ?)");

  private final String urlPrefix;
  private final String createStateTable;
  private final String upsert;

  SqlDialect(String urlPrefix, String createStateTable, String upsert) {
    this.urlPrefix = urlPrefix;
    this.createStateTable = createStateTable;
    this.upsert = upsert;
  }

  static SqlDialect ofUrl(String url) {
    for (SqlDialect dialect : values()) {
      if (url.startsWith(dialect.urlPrefix)) {
        return dialect;
      }
    }
    throw new IllegalArgumentException("sql.url must start with jdbc:h2:, unlike '" + url + "'");
  }

  /** Creates {@code veritas_state} unless it exists; its keys sort as unsigned bytes. */
  String createStateTable() {
    return createStateTable;
  }

  /** Writes key and value, in this order, over what is there. */
  String upsert() {
    return upsert;
  }
}
