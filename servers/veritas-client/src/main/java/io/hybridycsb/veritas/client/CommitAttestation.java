package io.hybridycsb.veritas.client;

import com.google.protobuf.InvalidProtocolBufferException;
import io.hybridycsb.veritas.client.VeritasException.VerificationFailed;
import io.hybridycsb.veritas.cluster.ValidatorSet;
import io.hybridycsb.veritas.cometbft.CommitVerifier;
import io.hybridycsb.veritas.cometbft.CommitVerifier.Verified;
import io.hybridycsb.veritas.cometbft.CommitVerifier.WrongHeader;
import io.hybridycsb.veritas.cometbft.proto.SignedHeader;
import io.hybridycsb.veritas.proto.VerifyReply;
import java.util.Arrays;
import java.util.Optional;

/**
 * Over CometBFT: validators with more than two thirds of the voting power have signed a header of
 * their chain that names the newest header of the ledger as the application's hash.
 */
final class CommitAttestation implements Attestation {
  private final CommitVerifier commits;

  CommitAttestation(ValidatorSet validators) {
    commits = new CommitVerifier(validators);
  }

  @Override
  public Attested check(VerifyReply reply, HeaderChain chain, long height) {
    Verified verified;
    try {
      verified = commits.check(SignedHeader.parseFrom(reply.getSignedHeader()));
    } catch (InvalidProtocolBufferException e) {
      throw new VerificationFailed("the signed header can't be read");
    } catch (WrongHeader e) {
      throw new VerificationFailed(e.getMessage());
    }
    if (!Arrays.equals(verified.appHash(), chain.hash(chain.last()).bytes())) {
      throw new VerificationFailed(
          "the validators have signed another header than that of the ledger at height "
              + chain.last());
    }
    return new Attested(verified.signers().size(), Optional.of(verified.time()));
  }
}
