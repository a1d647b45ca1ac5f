/** YCSB's client in JVMs that live on, and the histories that it writes. */
package io.hybridycsb.it.ycsb;
