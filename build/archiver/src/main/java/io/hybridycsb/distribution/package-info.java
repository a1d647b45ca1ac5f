/** Packs the release's archives the same way each time, so that one source has one archive. */
package io.hybridycsb.distribution;
