package io.hybridycsb.ycsb.relational;

import io.hybridycsb.relational.client.CallResult;
import io.hybridycsb.relational.client.Submission;
import io.hybridycsb.relational.proto.Argument;
import io.hybridycsb.relational.proto.Call;
import io.hybridycsb.relational.proto.Result;
import io.hybridycsb.ycsb.support.FailedOperation;
import io.hybridycsb.ycsb.support.ProcedureCall;
import io.hybridycsb.ycsb.support.ProcedureResult;
import io.hybridycsb.ycsb.support.Procedures;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import site.ycsb.Status;

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
      client.submit(messages);
      return Collections.nCopies(calls.size(), ProcedureResult.of(Status.BATCHED_OK));
    }
    if (calls.size() == 1) {
      return List.of(result(client.execute(new Submission(messages.get(0)))));
    }
    Result result = client.execute(messages);
    return IntStream.range(0, calls.size())
        .mapToObj(place -> result(CallResult.of(result, place)))
        .toList();
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

  private ProcedureResult result(CallResult result) {
    return switch (result.outcome()) {
      case OK -> ProcedureResult.committed(result.value());
      case FORBIDDEN -> ProcedureResult.forbidden();
      default -> {
        try {
          yield ProcedureResult.of(RelationalDb.status(result));
        } catch (FailedOperation e) {
          yield client.result(e);
        }
      }
    };
  }
}
