/** Two results of experiments compared point by point, with verdicts by stated bounds. */
package io.hybridycsb.harness.compare;
