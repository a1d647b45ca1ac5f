/**
 * Tells the wall and CPU time of a build's tests, and which were skipped, so that dear, slow or
 * lost ones are seen.
 */
package io.hybridycsb.testtimes;
