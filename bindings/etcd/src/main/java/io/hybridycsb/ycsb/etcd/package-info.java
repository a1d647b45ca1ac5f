/** The YCSB binding for etcd: one key for a record, and a transaction for an update. */
package io.hybridycsb.ycsb.etcd;
