/**
 * TLS from PEM files, by the JDK's own implementation: version 1.3 alone, host names checked. What
 * each property means and how to make the files: docs/tls.md.
 */
package io.hybridycsb.tls;
