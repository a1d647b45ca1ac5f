/** Local clusters: their directories, their recorded state, and what is done to them. */
package io.hybridycsb.harness.cluster;
