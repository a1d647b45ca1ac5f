package io.hybridycsb.ycsb.relational;

import io.hybridycsb.relational.client.CallResult;
import io.hybridycsb.relational.client.Submission;
import io.hybridycsb.relational.proto.Argument;
import io.hybridycsb.relational.proto.Call;
import io.hybridycsb.relational.proto.Result;
import io.hybridycsb.ycsb.support.ProcedureCall;
import io.hybridycsb.ycsb.support.ProcedureResult;
import io.hybridycsb.ycsb.support.Procedures;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/**
 * Procedures of the chain. A call alone shares a transaction with other threads' calls; calls that
 * come together are a transaction of their own.
 */
final class RelationalProcedures implements Procedures {
  private final RelationalDb client;

  RelationalProcedures(RelationalDb client) {
    this.client = client;
  }

  @Override
  public List<ProcedureResult> call(List<ProcedureCall> calls) {
    calls.forEach(call -> client.requireProcedure(call.procedure()));
    List<Call> messages = calls.stream().map(RelationalProcedures::message).toList();
    if (client.isAsync()) {
      return submit(messages).stream()
          .map(decided -> ProcedureResult.accepted(decided.thenApply(client::result)))
          .toList();
    }
    if (calls.size() == 1) {
      return List.of(client.result(client.execute(new Submission(messages.get(0)))));
    }
    Result result = client.execute(messages);
    return IntStream.range(0, calls.size())
        .mapToObj(place -> client.result(CallResult.of(result, place)))
        .toList();
  }

  private List<CompletableFuture<CallResult>> submit(List<Call> messages) {
    return messages.size() == 1
        ? List.of(client.submit(new Submission(messages.get(0))))
        : client.submit(messages);
  }

  private static Call message(ProcedureCall call) {
    Call.Builder message = Call.newBuilder();
    message.getProcedureBuilder().setName(call.procedure().name());
    for (Object argument : call.arguments()) {
      Argument.Builder added = message.getProcedureBuilder().addArgumentsBuilder();
      if (argument instanceof Long number) {
        added.setNumber(number);
      } else {
        added.setText((String) argument);
      }
    }
    return message.build();
  }
}
