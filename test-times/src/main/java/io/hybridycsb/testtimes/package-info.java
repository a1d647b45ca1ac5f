/** Says what a build's tests took and which were not run, so that a slow or a lost one is seen. */
package io.hybridycsb.testtimes;
