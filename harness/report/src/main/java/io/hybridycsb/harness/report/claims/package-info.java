/** What papers claim, as data, and whether measurements bear it out; docs/claims.md says how. */
package io.hybridycsb.harness.report.claims;
