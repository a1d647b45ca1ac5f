/** What the systems over Ethereum have in common: geths and their files. */
package io.hybridycsb.harness.system.ethereum;
