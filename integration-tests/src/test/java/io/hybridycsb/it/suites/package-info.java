/** Guarantees that several systems give. Each system's tests extend these. */
package io.hybridycsb.it.suites;
