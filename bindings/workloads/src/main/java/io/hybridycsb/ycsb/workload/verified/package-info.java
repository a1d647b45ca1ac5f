/**
 * Workloads whose reads are verified (Yue et al., "GlassDB: An Efficient Verifiable Ledger Database
 * System Through Transparency", PVLDB 16(6), 2023).
 */
package io.hybridycsb.ycsb.workload.verified;
