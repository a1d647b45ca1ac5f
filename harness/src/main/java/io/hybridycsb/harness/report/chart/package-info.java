/**
 * Charts as SVG, drawn by code of our own.
 *
 * <p>The charts have to follow the reader's light or dark setting, stand inline in one page with
 * its style sheet, and look the same as files of their own, in print and in a paper. The small
 * chart libraries for Java draw through Java2D: they write colours and fonts into every element, so
 * that no style sheet reaches them, and text as outlines or at fixed widths. What is needed here,
 * two axes with lines, bars and stacks, takes less code than bending one of those.
 */
package io.hybridycsb.harness.report.chart;
