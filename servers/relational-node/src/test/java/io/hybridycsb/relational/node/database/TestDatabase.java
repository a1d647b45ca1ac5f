package io.hybridycsb.relational.node.database;

import io.hybridycsb.testdatabases.SqlServer;
import java.sql.Connection;
import java.sql.SQLException;

/** A real server for the contracts, and what each database says in its own way. */
interface TestDatabase {
  SqlServer server();

  /** Drops all tables. */
  void clear(Connection connection) throws SQLException;

  /** Ends the connection by which a node writes. */
  void cutOff(Connection connection) throws SQLException;

  /** Ends all connections that wait for a query; returns how many. */
  int cutOffAll(Connection connection) throws SQLException;

  /** How the database calls a connection to people, as a regular expression. */
  String named(Connection connection) throws SQLException;

  /** Has the database fail, in a way that is no refusal, when a key is inserted. */
  void refuseKey(Connection connection, String table, String key) throws SQLException;
}
