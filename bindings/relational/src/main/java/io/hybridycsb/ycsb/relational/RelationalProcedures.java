package io.hybridycsb.ycsb.relational;

import static io.hybridycsb.ycsb.relational.RelationalDb.calling;

import io.hybridycsb.relational.client.CallResult;
import io.hybridycsb.relational.client.SignedCalls;
import io.hybridycsb.relational.client.Submission;
import io.hybridycsb.relational.proto.Argument;
import io.hybridycsb.relational.proto.Call;
import io.hybridycsb.relational.proto.Result;
import io.hybridycsb.ycsb.outcome.FailedOperation;
import io.hybridycsb.ycsb.outcome.Statuses;
import io.hybridycsb.ycsb.support.ProcedureCall;
import io.hybridycsb.ycsb.support.ProcedureResult;
import io.hybridycsb.ycsb.support.Procedures;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Procedures of the chain. A call alone shares a transaction with other threads' calls; calls that
 * come together are a transaction of their own.
 */
record RelationalProcedures(RelationalDb client) implements Procedures {
  @Override
  public List<ProcedureResult> call(List<ProcedureCall> calls) {
    calls.forEach(call -> client.tables().require(client.session(), call.procedure()));
    List<Call> messages = calls.stream().map(RelationalProcedures::message).toList();
    return messages.size() == 1 ? alone(new Submission(messages.get(0))) : together(messages);
  }

  private List<ProcedureResult> alone(Submission call) {
    try {
      return List.of(
          client.commit(call).map(client::result).orElseGet(() -> accepted(call.decided())));
    } catch (FailedOperation e) {
      return unknown(e, 1, () -> client.session().find(call).map(List::of));
    }
  }

  private List<ProcedureResult> together(List<Call> messages) {
    SignedCalls transaction = client.sign(messages);
    int calls = messages.size();
    try {
      if (client.isAsync()) {
        calling(
            () -> {
              client.session().submit(transaction);
              return transaction;
            });
        return IntStream.range(0, calls)
            .mapToObj(place -> accepted(transaction.decided(place)))
            .toList();
      }
      Result result = calling(() -> client.session().commit(transaction));
      return results(result, calls).stream().map(client::result).toList();
    } catch (FailedOperation e) {
      return unknown(
          e, calls, () -> client.session().find(transaction).map(found -> results(found, calls)));
    }
  }

  private ProcedureResult accepted(CompletableFuture<CallResult> decided) {
    return ProcedureResult.accepted(decided.thenApply(client::result));
  }

  private static List<CallResult> results(Result result, int calls) {
    return IntStream.range(0, calls).mapToObj(place -> CallResult.of(result, place)).toList();
  }

  /** Throws on what is not of unknown outcome. */
  private List<ProcedureResult> unknown(
      FailedOperation e, int calls, Supplier<Optional<List<CallResult>>> found) {
    if (!e.status().equals(Statuses.UNKNOWN)) {
      throw e;
    }
    return client.unknown(e, calls, () -> calling(found));
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
