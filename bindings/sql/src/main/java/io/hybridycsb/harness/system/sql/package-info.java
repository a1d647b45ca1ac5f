/** Databases alone, and with a ledger of their own: PostgreSQL and MariaDB. */
package io.hybridycsb.harness.system.sql;
