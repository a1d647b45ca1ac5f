/** Servers that replace those that no package registry has. */
package io.hybridycsb.harness.standin;
