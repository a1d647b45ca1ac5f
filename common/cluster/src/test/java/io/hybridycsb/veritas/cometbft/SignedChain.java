package io.hybridycsb.veritas.cometbft;

import com.google.protobuf.ByteString;
import com.google.protobuf.Timestamp;
import io.hybridycsb.verification.Hash;
import io.hybridycsb.veritas.cluster.ValidatorSet;
import io.hybridycsb.veritas.cluster.ValidatorSet.Validator;
import io.hybridycsb.veritas.cometbft.CommitVerifier.Validators;
import io.hybridycsb.veritas.cometbft.proto.BlockID;
import io.hybridycsb.veritas.cometbft.proto.BlockIDFlag;
import io.hybridycsb.veritas.cometbft.proto.Commit;
import io.hybridycsb.veritas.cometbft.proto.CommitSig;
import io.hybridycsb.veritas.cometbft.proto.Header;
import io.hybridycsb.veritas.cometbft.proto.PartSetHeader;
import io.hybridycsb.veritas.cometbft.proto.SignedHeader;
import io.hybridycsb.veritas.crypto.SigningKey;
import java.util.List;
import java.util.function.UnaryOperator;

/** What the only validator of a chain signs. */
public final class SignedChain {
  private static final String CHAIN = "test-chain";

  private SignedChain() {}

  public static ValidatorSet validators(SigningKey key) {
    return validators(key.publicKey());
  }

  static ValidatorSet validators(byte[] publicKey) {
    return new ValidatorSet(CHAIN, List.of(new Validator("validator1", publicKey, 10)));
  }

  /** The header at a height, with this application hash. */
  public static SignedHeader sign(SigningKey key, long height, Hash appHash) {
    return sign(key.publicKey(), key::sign, height, appHash);
  }

  static SignedHeader sign(
      byte[] publicKey, UnaryOperator<byte[]> signer, long height, Hash appHash) {
    Validators validators = new Validators(validators(publicKey));
    Header header =
        Header.newBuilder()
            .setChainId(CHAIN)
            .setHeight(height)
            .setTime(Timestamp.newBuilder().setSeconds(1_700_000_000 + height))
            .setValidatorsHash(ByteString.copyFrom(validators.hash()))
            .setAppHash(ByteString.copyFrom(appHash.bytes()))
            .build();
    ByteString hash = ByteString.copyFrom(HeaderHash.of(header));
    BlockID id =
        BlockID.newBuilder()
            .setHash(hash)
            .setPartSetHeader(PartSetHeader.newBuilder().setTotal(1).setHash(hash))
            .build();
    CommitSig vote =
        CommitSig.newBuilder()
            .setBlockIdFlag(BlockIDFlag.BLOCK_ID_FLAG_COMMIT)
            .setValidatorAddress(ByteString.copyFrom(Validators.address(publicKey)))
            .setTimestamp(header.getTime())
            .build();
    Commit commit = Commit.newBuilder().setHeight(height).setBlockId(id).build();
    byte[] signature = signer.apply(CommitVerifier.signBytes(CHAIN, commit, vote));
    return SignedHeader.newBuilder()
        .setHeader(header)
        .setCommit(
            commit.toBuilder()
                .addSignatures(vote.toBuilder().setSignature(ByteString.copyFrom(signature))))
        .build();
  }
}
