/** The release as a user unpacks it, and what its commands say. */
package io.hybridycsb.it.release;
