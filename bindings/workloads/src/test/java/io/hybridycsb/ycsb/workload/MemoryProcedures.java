package io.hybridycsb.ycsb.workload;

import static io.hybridycsb.ycsb.workload.MemoryBinding.RECORDS;

import io.hybridycsb.ycsb.outcome.Statuses;
import io.hybridycsb.ycsb.record.RecordName;
import io.hybridycsb.ycsb.support.ProcedureCall;
import io.hybridycsb.ycsb.support.ProcedureResult;
import io.hybridycsb.ycsb.workload.MemoryBinding.Stored;
import io.hybridycsb.ycsb.workload.transactions.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import site.ycsb.Status;

/** The procedure DEPOSIT-CHECKING of Smallbank in {@link MemoryBinding}. */
final class MemoryProcedures {
  private static final List<Integer> HANDED_OVER = new ArrayList<>();
  private static long calls;

  private MemoryProcedures() {}

  static void reset() {
    synchronized (RECORDS) {
      HANDED_OVER.clear();
      calls = 0;
    }
  }

  /** How many calls were handed over together, each time. */
  static List<Integer> handedOver() {
    synchronized (RECORDS) {
      return List.copyOf(HANDED_OVER);
    }
  }

  static List<ProcedureResult> call(List<ProcedureCall> together) {
    synchronized (RECORDS) {
      HANDED_OVER.add(together.size());
      return together.stream().map(MemoryProcedures::call).toList();
    }
  }

  private static ProcedureResult call(ProcedureCall call) {
    return switch (MemoryBinding.behaviour()) {
      case ACCEPTS_CALLS -> {
        deposit(call);
        yield ProcedureResult.of(Status.BATCHED_OK);
      }
      case DECIDES_LATER -> ProcedureResult.accepted(Teller.later(decide(call)));
      case DROPS_WHAT_IT_ACCEPTS ->
          ProcedureResult.accepted(Teller.later(ProcedureResult.committed(amount(call))));
      default -> decide(call);
    };
  }

  private static ProcedureResult decide(ProcedureCall call) {
    return ++calls % 10 == 0
        ? ProcedureResult.of(Statuses.ABORTED)
        : ProcedureResult.committed(deposit(call));
  }

  private static long amount(ProcedureCall call) {
    return (Long) call.arguments().get(1);
  }

  private static long deposit(ProcedureCall call) {
    RecordName name = new RecordName("account", (String) call.arguments().get(0));
    long customer = Numbers.decode(RECORDS.get(name).fields(), "account", "custid");
    RecordName account = new RecordName("checking", Long.toString(customer));
    long amount = amount(call);
    Stored old = RECORDS.get(account);
    byte[] balance = Numbers.encode(Numbers.decode(old.fields(), "checking", "balance") + amount);
    RECORDS.put(account, new Stored(old.version() + 1, Map.of("balance", balance)));
    return amount;
  }
}
