package io.hybridycsb.relational.node.database;

import java.util.List;
import java.util.Set;

/**
 * A block that is executed but perhaps not committed.
 *
 * @param results one for each transaction, in their order
 * @param work that its calls were, at most
 * @param again the places of those that had come before; they had no further effect
 * @param writes how many calls have written records, or deleted some
 */
@SuppressWarnings("ArrayRecordComponent") // not compared
public record ExecutedBlock(
    long height,
    byte[] appHash,
    List<TransactionResult> results,
    long work,
    Set<Integer> again,
    int writes) {}
