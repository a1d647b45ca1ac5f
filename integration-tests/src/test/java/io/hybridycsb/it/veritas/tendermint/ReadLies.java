package io.hybridycsb.it.veritas.tendermint;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.hybridycsb.veritas.cometbft.proto.BlockIDFlag;
import io.hybridycsb.veritas.cometbft.proto.CommitSig;
import io.hybridycsb.veritas.cometbft.proto.SignedHeader;
import io.hybridycsb.veritas.crypto.Hashes;
import io.hybridycsb.veritas.proto.BlockHeader;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Response;
import io.hybridycsb.veritas.proto.VerifyReply;

/** Lies about verified reads, one by one and in batches. */
enum ReadLies implements LyingGateway.Lie {
  FALSE_VALUE {
    @Override
    public Response told(Response response) {
      return response.hasGet() && response.getGet().getValuesCount() > 0
          ? response.toBuilder()
              .setGet(
                  response.getGet().toBuilder()
                      .setValues(0, flipped(response.getGet().getValues(0))))
              .build()
          : super.told(response);
    }

    @Override
    void falsify(VerifyReply.Builder reply) {
      reply.setValue(flipped(reply.getValue()));
    }
  },
  FALSE_ABSENCE {
    @Override
    public Response told(Response response) {
      return response.hasGet() && response.getGet().getValuesCount() > 0
          ? response.toBuilder()
              .setGet(response.getGet().toBuilder().setValues(0, ByteString.EMPTY))
              .build()
          : super.told(response);
    }

    @Override
    void falsify(VerifyReply.Builder reply) {
      reply.clearValue();
    }
  },
  FALSE_PROOF {
    @Override
    void falsify(VerifyReply.Builder reply) {
      reply.setProof(flipped(reply.getProof()));
      reply.getProofsBuilderList().forEach(proof -> proof.setProof(flipped(proof.getProof())));
    }
  },
  /** The truth about another key. */
  ANOTHER_KEY {
    @Override
    public Request asked(Request request) {
      Request.Builder other = request.toBuilder();
      if (!request.hasVerify()) {
        return request;
      }
      ByteString key = ByteString.copyFrom(VeritasTmByzantineIT.anotherKey());
      if (request.getVerify().getSeenCount() == 0) {
        other.getVerifyBuilder().setKey(key);
      } else {
        other.getVerifyBuilder().getSeenBuilder(0).setKey(key);
      }
      return other.build();
    }
  },
  /** No proof for the reads. */
  LEFT_OUT {
    @Override
    void falsify(VerifyReply.Builder reply) {
      reply.clearProof().clearProofs();
    }
  },
  ANOTHER_STATE_ROOT {
    @Override
    void falsify(VerifyReply.Builder reply) throws InvalidProtocolBufferException {
      reply.setHeaders(0, withAnotherRoot(reply.getHeaders(0)));
    }
  },
  /** A consistent ledger that nobody has signed. */
  A_LEDGER_OF_ITS_OWN {
    @Override
    void falsify(VerifyReply.Builder reply) throws InvalidProtocolBufferException {
      ByteString header = withAnotherRoot(reply.getHeaders(0));
      SignedHeader.Builder signed = SignedHeader.parseFrom(reply.getSignedHeader()).toBuilder();
      signed
          .getHeaderBuilder()
          .setAppHash(ByteString.copyFrom(Hashes.sha256(header.toByteArray())));
      reply.clearHeaders().addHeaders(header).setSignedHeader(signed.build().toByteString());
    }
  },
  TOO_FEW_SIGNATURES {
    @Override
    void falsify(VerifyReply.Builder reply) throws InvalidProtocolBufferException {
      SignedHeader.Builder signed = SignedHeader.parseFrom(reply.getSignedHeader()).toBuilder();
      int left = 2;
      for (int i = 0; i < signed.getCommit().getSignaturesCount(); i++) {
        CommitSig signature = signed.getCommit().getSignatures(i);
        if (signature.getBlockIdFlag() == BlockIDFlag.BLOCK_ID_FLAG_COMMIT && --left < 0) {
          signed
              .getCommitBuilder()
              .setSignatures(
                  i, CommitSig.newBuilder().setBlockIdFlag(BlockIDFlag.BLOCK_ID_FLAG_ABSENT));
        }
      }
      reply.setSignedHeader(signed.build().toByteString());
    }
  },
  NO_SIGNATURES {
    @Override
    void falsify(VerifyReply.Builder reply) {
      reply.clearSignedHeader();
    }
  };

  void falsify(VerifyReply.Builder reply) throws InvalidProtocolBufferException {}

  @Override
  public Response told(Response response) {
    if (!response.hasVerify()) {
      return response;
    }
    Response.Builder told = response.toBuilder();
    try {
      falsify(told.getVerifyBuilder());
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException("the real node's answer can't be read", e);
    }
    return told.build();
  }

  private static ByteString flipped(ByteString bytes) {
    if (bytes.isEmpty()) {
      return bytes;
    }
    byte[] changed = bytes.toByteArray();
    changed[changed.length - 1] ^= 1;
    return ByteString.copyFrom(changed);
  }

  private static ByteString withAnotherRoot(ByteString header)
      throws InvalidProtocolBufferException {
    BlockHeader.Builder changed = BlockHeader.parseFrom(header).toBuilder();
    return changed.setStateRoot(flipped(changed.getStateRoot())).build().toByteString();
  }
}
