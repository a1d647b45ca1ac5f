/** How the harness writes files: whole or not at all, and tables as comma-separated values. */
package io.hybridycsb.harness.files;
