/** What the systems under test consist of: one class per system, and the servers they share. */
package io.hybridycsb.harness.system;
