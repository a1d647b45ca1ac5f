package io.hybridycsb.testdatabases;

/** A relational database server. */
public abstract class SqlServer extends TestServer {
  /** Address of a database on it, with user and password. */
  public abstract String url();
}
