/**
 * How files are read and written that are no one part's own: whole files, tables, pages, resources.
 */
package io.hybridycsb.harness.files;
