/** etcd: its members. */
package io.hybridycsb.harness.system.etcd;
