/** Commands of the pages: which there are, and a shell that runs them. */
package io.hybridycsb.it.pages.shell;
