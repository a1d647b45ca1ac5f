package io.hybridycsb.ycsb.workload.transactions;

import io.hybridycsb.ycsb.workload.transactions.TransactionType.Course;

/** Runs and measures the transactions of one of YCSB's threads. */
interface Runner {
  /** Runs a transaction to its end, or begins it, if several are run together. */
  void run(TransactionType type, Course course);
}
