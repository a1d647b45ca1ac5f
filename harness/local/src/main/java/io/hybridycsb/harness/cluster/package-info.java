/** Local clusters: their directories and recorded state, and the operations on them. */
package io.hybridycsb.harness.cluster;
