package io.hybridycsb.veritas.client;

import io.hybridycsb.verification.Hash;
import io.hybridycsb.veritas.model.VeritasRecord;
import java.time.Instant;
import java.util.Optional;

/**
 * A record, present or absent, that was verified against the nodes' signatures.
 *
 * @param record empty if the record is proved absent
 * @param height of the block whose state root it was checked against
 * @param stateRoot that root
 * @param proofBytes length of the proof in the tree
 * @param bytes length of all that proves it: that, headers and signatures
 * @param signers how many nodes have signed
 * @param made when the block was made that they have signed; empty if they sign no time
 */
public record VerifiedRecord(
    Optional<VeritasRecord> record,
    long height,
    Hash stateRoot,
    int proofBytes,
    int bytes,
    int signers,
    Optional<Instant> made) {}
