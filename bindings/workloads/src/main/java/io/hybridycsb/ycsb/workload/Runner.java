package io.hybridycsb.ycsb.workload;

import io.hybridycsb.ycsb.workload.TransactionType.Course;

/** Runs and measures the transactions of one of YCSB's threads. */
interface Runner {
  /** Runs a transaction to its end, or begins it, if several are run together. */
  void run(TransactionType type, Course course);
}
