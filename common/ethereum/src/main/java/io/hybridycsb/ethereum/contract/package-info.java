/** The contract that keeps records: its code, its calls and events, and what they cost. */
package io.hybridycsb.ethereum.contract;
