/** The description of a system under test: its options, its plan, and helpers to write plans. */
package io.hybridycsb.harness.system;
