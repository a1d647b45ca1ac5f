/** Servers that take the place of ones that are in no package registry. */
package io.hybridycsb.harness.standin;
