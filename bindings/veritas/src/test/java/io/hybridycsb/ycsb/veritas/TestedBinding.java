package io.hybridycsb.ycsb.veritas;

import io.hybridycsb.ycsb.outcome.Terminator;
import java.util.function.Supplier;

/**
 * A binding under test.
 *
 * @param binding its name, which begins each of its messages
 * @param className what is given to YCSB
 * @param reads its default of {@code veritas.read}
 * @param log what orders its cluster's transactions
 */
record TestedBinding(
    String binding,
    String className,
    String reads,
    FakeVeritas.Log log,
    Supplier<VeritasDb> constructor) {

  VeritasDb make(Terminator terminator) {
    VeritasDb made = constructor.get();
    made.endBy(terminator);
    return made;
  }
}
