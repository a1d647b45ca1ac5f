/** Commands for a database in immudb: it is made, a record is verified, its ledger is audited. */
package io.hybridycsb.immudb.command;
