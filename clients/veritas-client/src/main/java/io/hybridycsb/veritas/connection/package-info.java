/** The streams between clients and nodes, and between nodes: frames of requests and answers. */
package io.hybridycsb.veritas.connection;
