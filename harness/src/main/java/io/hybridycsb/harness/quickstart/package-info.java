/** From nothing to a verified benchmark, and what it says at its end. */
package io.hybridycsb.harness.quickstart;
