/** Reading and writing of files for all parts: whole files, tables, pages, resources. */
package io.hybridycsb.harness.files;
