/** What state stores in databases have in common: such a database may lose its state by itself. */
package io.hybridycsb.veritas.stores.database;
