/**
 * What every system under test is described by: its options, its plan, and what plans are written
 * with.
 */
package io.hybridycsb.harness.system;
