/** immudb: one server, and the database that is made in it. */
package io.hybridycsb.harness.system.immudb;
