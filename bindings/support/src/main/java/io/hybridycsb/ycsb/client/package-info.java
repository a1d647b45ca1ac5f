/** YCSB's client as bin/ycsb starts it: it looks at what it is given, and ends with its results. */
package io.hybridycsb.ycsb.client;
