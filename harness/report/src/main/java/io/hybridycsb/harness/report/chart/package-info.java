/**
 * Charts as SVG, drawn by code of our own.
 *
 * <p>The charts must follow the reader's light or dark setting, stand inline in one page with its
 * style sheet, and look the same as separate files, in print and in a paper. The small chart
 * libraries for Java draw through Java2D: they write colours and fonts into every element, which no
 * style sheet can change, and text as outlines or at fixed widths. Two axes with lines, bars and
 * stacks take less code than adapting such a library.
 */
package io.hybridycsb.harness.report.chart;
