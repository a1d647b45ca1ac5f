/** The ledger as it is in the database: its rows, its head, and the tables that it watches. */
package io.hybridycsb.ledger.database;
