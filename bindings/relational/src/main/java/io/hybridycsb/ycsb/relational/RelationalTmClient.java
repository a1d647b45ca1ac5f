package io.hybridycsb.ycsb.relational;

/**
 * YCSB binding {@code relational-tm}: a relational database on each node, which executes the
 * transactions of a CometBFT chain. Its properties are those of {@link RelationalProperties}, its
 * operations are described at {@link RelationalDb}.
 */
public final class RelationalTmClient extends RelationalDb {
  public RelationalTmClient() {
    super("relational-tm");
  }
}
