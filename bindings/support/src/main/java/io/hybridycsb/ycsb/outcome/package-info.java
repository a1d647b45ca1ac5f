/** How an operation of a binding ends, by when, and what its process says of it. */
package io.hybridycsb.ycsb.outcome;
