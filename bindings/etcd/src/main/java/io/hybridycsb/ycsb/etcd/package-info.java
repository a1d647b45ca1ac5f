/** The YCSB binding for etcd. */
package io.hybridycsb.ycsb.etcd;
