/**
 * Tells how long a build's tests took and which were skipped, so that slow or lost ones are seen.
 */
package io.hybridycsb.testtimes;
