/** Histories of clients' calls and answers, and the verdict of a check on one. */
package io.hybridycsb.harness.check.history;
