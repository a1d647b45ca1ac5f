/** The totally ordered log that all nodes of a system read. What it is made of lives elsewhere. */
package io.hybridycsb.sharedlog;
