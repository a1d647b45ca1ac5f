/** The ledger store and a state store on RocksDB. */
package io.hybridycsb.veritas.stores.rocksdb;
