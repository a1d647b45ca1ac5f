package io.hybridycsb.veritas.server.audit;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnsafeByteOperations;
import io.hybridycsb.veritas.core.ledger.LedgerBlocks;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.core.txn.TransactionChecker;
import io.hybridycsb.veritas.crypto.Hashes;
import io.hybridycsb.veritas.proto.BlockHeader;
import io.hybridycsb.veritas.proto.LedgerBlock;
import io.hybridycsb.veritas.proto.Outcome;
import java.util.Arrays;
import java.util.List;

/** The checks of a block that need nothing but the block. Safe for use by several threads. */
record BlockChecks(TransactionChecker transactions, int format) {
  /** Reads the block in a version and notes what is wrong with it. */
  void check(long height, BlockVersion version) {
    LedgerBlock message;
    BlockHeader header;
    try {
      message = LedgerBlock.parseFrom(UnsafeByteOperations.unsafeWrap(version.bytes()));
      header = BlockHeader.parseFrom(message.getHeader());
    } catch (InvalidProtocolBufferException e) {
      version.faults().add("it can't be read as a block");
      return;
    }
    List<String> faults = version.faults();
    if (!Arrays.equals(message.toByteArray(), version.bytes())
        || !message.getUnknownFields().asMap().isEmpty()) {
      faults.add("its bytes hold something besides a block");
    }
    if (header.getFormat() != format) {
      faults.add("its format is " + header.getFormat() + " instead of " + format);
    }
    if (header.getHeight() != height) {
      faults.add("its header says height " + header.getHeight());
    }
    if (message.getOutcomes().size() != message.getTransactionsCount()) {
      faults.add(
          "it has %s transactions, but %s outcomes"
              .formatted(message.getTransactionsCount(), message.getOutcomes().size()));
      return;
    }
    BlockUnderAudit block =
        new BlockUnderAudit(
            message,
            header,
            Hashes.sha256(message.getHeader().toByteArray()),
            message.getTransactionsList().stream().map(transactions::check).toList());
    checkOutcomes(block, faults);
    checkRoot(block, faults);
    version.setBlock(block);
  }

  private static void checkOutcomes(BlockUnderAudit block, List<String> faults) {
    for (int i = 0; i < block.transactions().size(); i++) {
      CheckedTransaction transaction = block.transactions().get(i);
      Outcome outcome = block.outcome(i);
      if (outcome == null || outcome == Outcome.OUTCOME_UNSPECIFIED) {
        faults.add(
            nameOf(i, transaction)
                + " has the unknown outcome "
                + block.message().getOutcomes().byteAt(i));
      } else if (!isPossible(transaction, outcome)) {
        faults.add(
            nameOf(i, transaction)
                + " is recorded as "
                + outcome
                + ", but "
                + (transaction.fault() == null ? "nothing of that is so" : transaction.detail()));
      }
    }
  }

  private static String nameOf(int index, CheckedTransaction transaction) {
    return "transaction "
        + (transaction.id() == null ? "number " + index : transaction.id().toString());
  }

  /** Whether a transaction of this form can have ended so, whatever the state was. */
  private static boolean isPossible(CheckedTransaction transaction, Outcome outcome) {
    if (transaction.fault() != null) {
      return outcome == transaction.fault()
          || (outcome == Outcome.DUPLICATE && transaction.id() != null);
    }
    return switch (outcome) {
      case BAD_SIGNATURE, UNKNOWN_CLIENT, MALFORMED, ID_IN_USE -> false;
      default -> true;
    };
  }

  private static void checkRoot(BlockUnderAudit block, List<String> faults) {
    byte[] root =
        LedgerBlocks.transactionsRoot(
            block.transactions().stream().map(CheckedTransaction::leafHash).toList(),
            block.message().getOutcomes());
    if (!Arrays.equals(root, block.header().getTransactionsRoot().toByteArray())) {
      faults.add("its transactions_root isn't that of its transactions and their outcomes");
    }
  }
}
