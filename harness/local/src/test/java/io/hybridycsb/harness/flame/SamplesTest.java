package io.hybridycsb.harness.flame;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SamplesTest {
  @ParameterizedTest
  @CsvSource({
    "a.Node$$Lambda+0x00007f8bad35a040.214055354.run,a.Node$$Lambda.run",
    "a.Node$$Lambda/0x00007f8bad35a040.214055354.run,a.Node$$Lambda.run",
    "a.Node$$Lambda$17.214055354.run,a.Node$$Lambda.run",
    "java.lang.invoke.LambdaForm$MH+0x00007f8bad001000.1.invoke,java.lang.invoke.LambdaForm$MH.invoke",
    "jdk.internal.reflect.GeneratedMethodAccessor12.invoke,jdk.internal.reflect.GeneratedMethodAccessor.invoke",
    "a.Node.lambda$run$2,a.Node.lambda$run$2",
    "a.Node$1.run,a.Node$1.run"
  })
  void aMethodHasOneNameInAllJvms(String inOne, String inAll) {
    assertThat(Samples.common(inOne)).isEqualTo(inAll);
  }
}
