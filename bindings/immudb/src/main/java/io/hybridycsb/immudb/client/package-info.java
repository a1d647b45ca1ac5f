/**
 * A client of immudb. Its verified calls believe nothing that doesn't stand against the state that
 * the client keeps.
 */
package io.hybridycsb.immudb.client;
