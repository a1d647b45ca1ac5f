/**
 * Answers reads from the state store, with a proof where one is asked for. A read waits here until
 * it shows what its client may expect: until the writers of its keys are decided, or a height is
 * applied.
 */
package io.hybridycsb.veritas.core.read;
