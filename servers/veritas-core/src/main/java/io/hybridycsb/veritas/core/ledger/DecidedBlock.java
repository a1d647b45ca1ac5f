package io.hybridycsb.veritas.core.ledger;

import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.proto.BlockHeader;
import io.hybridycsb.veritas.proto.Outcome;
import io.hybridycsb.veritas.proto.Vote;
import java.util.List;

/**
 * A block whose transactions' outcomes are final.
 *
 * @param header what is known of the header before execution: format, position, proposer and the
 *     like
 * @param outcomes one for each transaction
 * @param votes that decided it
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record DecidedBlock(
    BlockHeader header,
    List<CheckedTransaction> transactions,
    Outcome[] outcomes,
    List<Vote> votes) {}
