/** What a paper's claims need, run in sittings, and bundled for others to check. */
package io.hybridycsb.harness.reproduce;
