package io.hybridycsb.ycsb.sql;

/** What the database, or its silence, says of a statement that failed. */
enum Failure {
  /** Other transactions were in the way. It has had no effect; if tried again, it may succeed. */
  ABORTED,
  /** There is no such table. It has had no effect. */
  NO_TABLE,
  /** The table has no such column. It has had no effect. */
  NO_COLUMN,
  /** There is no such procedure. It has had no effect. */
  NO_PROCEDURE,
  /** The table, column or procedure that it would make is there. */
  EXISTS,
  /** It can never succeed, for instance because a value is too long. It has had no effect. */
  WRONG,
  /** The database can't do it now, for instance for want of time or space. It has had no effect. */
  REFUSED,
  /** There was no answer, and there is no connection any more. */
  LOST,
  /** Anything else. */
  OTHER
}
