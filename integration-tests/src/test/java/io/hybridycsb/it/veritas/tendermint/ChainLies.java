package io.hybridycsb.it.veritas.tendermint;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.hybridycsb.cometbft.abci.proto.Request;
import io.hybridycsb.cometbft.abci.proto.Response;
import io.hybridycsb.cometbft.abci.proto.ResponsePrepareProposal;
import io.hybridycsb.cometbft.abci.proto.ResponseProcessProposal.ProposalStatus;
import io.hybridycsb.veritas.proto.Pack;
import io.hybridycsb.veritas.proto.Transaction;
import io.hybridycsb.veritas.proto.TransactionBody;
import io.hybridycsb.veritas.proto.Write;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Lies of an application to its validator, counted. */
abstract class ChainLies implements LyingApplication.Lie {
  /** The first byte of a pack in a transaction of the chain, see docs/formats.md. */
  private static final ByteString PACK = ByteString.copyFrom(new byte[] {1});

  private final AtomicInteger count = new AtomicInteger();

  /** How often it was told. */
  int count() {
    return count.get();
  }

  void counted() {
    count.incrementAndGet();
  }

  /** A proposal that can't be read. */
  static final class Unreadable extends ChainLies {
    private final ByteString garbage;
    private volatile boolean decided;

    /**
     * @param garbage a transaction of the chain
     */
    Unreadable(ByteString garbage) {
      this.garbage = garbage;
    }

    static Unreadable pack() {
      return new Unreadable(PACK.concat(ByteString.copyFromUtf8("\u00ffno pack at all")));
    }

    static Unreadable kind() {
      return new Unreadable(ByteString.copyFromUtf8("of no known kind"));
    }

    /** Whether the chain has decided such a block. */
    boolean isDecided() {
      return decided;
    }

    @Override
    public Request asked(Request request) {
      decided |=
          request.hasFinalizeBlock() && request.getFinalizeBlock().getTxsList().contains(garbage);
      return request;
    }

    @Override
    public Response told(Response response) {
      Response.Builder told = response.toBuilder();
      if (response.hasPrepareProposal()) {
        counted();
        told.getPrepareProposalBuilder().addTxs(garbage);
      } else if (response.hasProcessProposal()) {
        told.getProcessProposalBuilder().setStatus(ProposalStatus.ACCEPT);
      }
      return told.build();
    }
  }

  /**
   * Puts a forged transaction before each one of a client, with the same id, another write and no
   * signature of the client.
   */
  static final class Forged extends ChainLies {
    static final String VALUE = "forged";

    @Override
    public Response told(Response response) {
      if (!response.hasPrepareProposal()) {
        return response;
      }
      ResponsePrepareProposal proposal = response.getPrepareProposal();
      List<ByteString> transactions = new ArrayList<>();
      for (ByteString transaction : proposal.getTxsList()) {
        if (transaction.startsWith(PACK)) {
          counted();
          transactions.add(changed(transaction, each -> Stream.of(forged(each), each)));
        } else {
          transactions.add(transaction);
        }
      }
      Response.Builder told = response.toBuilder();
      told.getPrepareProposalBuilder().clearTxs().addAllTxs(transactions);
      return told.build();
    }

    private static Transaction forged(Transaction transaction)
        throws InvalidProtocolBufferException {
      TransactionBody.Builder body = TransactionBody.parseFrom(transaction.getBody()).toBuilder();
      for (Write.Builder write : body.getWritesBuilderList()) {
        byte[] fields = write.getFields().toByteArray();
        byte[] value = VALUE.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(value, 0, fields, fields.length - value.length, value.length);
        write.setFields(ByteString.copyFrom(fields));
      }
      return transaction.toBuilder().setBody(body.build().toByteString()).build();
    }
  }

  /** The application answers another hash than its ledger's. */
  static final class WrongAppHash extends ChainLies {
    @Override
    public Response told(Response response) {
      if (!response.hasFinalizeBlock()) {
        return response;
      }
      counted();
      byte[] hash = response.getFinalizeBlock().getAppHash().toByteArray();
      hash[0] ^= 1;
      Response.Builder told = response.toBuilder();
      told.getFinalizeBlockBuilder().setAppHash(ByteString.copyFrom(hash));
      return told.build();
    }
  }

  /** The application does not execute decided transactions: it treats every signature as wrong. */
  static final class AnotherState extends ChainLies {
    @Override
    public Request asked(Request request) {
      if (!request.hasFinalizeBlock()) {
        return request;
      }
      Request.Builder asked = request.toBuilder();
      List<ByteString> transactions = request.getFinalizeBlock().getTxsList();
      for (int i = 0; i < transactions.size(); i++) {
        if (transactions.get(i).startsWith(PACK)) {
          counted();
          asked
              .getFinalizeBlockBuilder()
              .setTxs(
                  i,
                  changed(
                      transactions.get(i),
                      each ->
                          Stream.of(
                              each.toBuilder()
                                  .setSignature(ByteString.copyFrom(new byte[64]))
                                  .build())));
        }
      }
      return asked.build();
    }
  }

  private interface Change {
    Stream<Transaction> of(Transaction transaction) throws InvalidProtocolBufferException;
  }

  private static ByteString changed(ByteString transaction, Change change) {
    try {
      Pack.Builder changed = Pack.newBuilder();
      for (Transaction each :
          Pack.parseFrom(transaction.substring(PACK.size())).getTransactionsList()) {
        change.of(each).forEach(changed::addTransactions);
      }
      return PACK.concat(changed.build().toByteString());
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException("the real node's pack can't be read", e);
    }
  }
}
