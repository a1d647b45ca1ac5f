/** What the commands for other people's systems share: their command line, and what audits find. */
package io.hybridycsb.tools;
