/** What clients that verify share, whatever they verify. */
package io.hybridycsb.verification;
