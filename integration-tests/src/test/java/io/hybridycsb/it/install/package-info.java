/** The release's bindings within an installation of YCSB. */
package io.hybridycsb.it.install;
