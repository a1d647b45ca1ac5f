/** What the parts of an update take, measured alone. No test runs them. */
package io.hybridycsb.veritas.core.bench;
