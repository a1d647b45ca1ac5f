/** What a Cassandra node asks for a password by; it runs in the node. */
package io.hybridycsb.cassandra;
