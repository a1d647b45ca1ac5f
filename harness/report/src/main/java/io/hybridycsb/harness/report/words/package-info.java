/**
 * Says in words what a figure shows. Nothing here knows runs or charts: a figure's numbers go in,
 * sentences come out, and a sentence claims no more than its numbers do.
 */
package io.hybridycsb.harness.report.words;
