package io.hybridycsb.veritas.core.bench;

import com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.Security;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * SHA-256 by the JDK, whose optimising compiler (C2) uses the processor's SHA instructions and
 * whose first one (C1) doesn't, and by native code. A young JVM runs what C1 compiles.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ShaBenchmark {
  /** A node of a tree, a small record, a record of 1 kB with its header. */
  @Param({"65", "193", "1128"})
  private int bytes;

  @Param({"jdk", "native"})
  private String provider;

  private MessageDigest digest;
  private byte[] input;

  @Setup
  public void create() throws NoSuchAlgorithmException {
    Provider chosen =
        provider.equals("jdk")
            ? Security.getProvider("SUN")
            : AmazonCorrettoCryptoProvider.INSTANCE;
    digest = MessageDigest.getInstance("SHA-256", chosen);
    input = new byte[bytes];
    new Random(1).nextBytes(input);
  }

  @Benchmark
  @Fork(1)
  public byte[] withC2() {
    return digest.digest(input);
  }

  @Benchmark
  @Fork(value = 1, jvmArgsAppend = "-XX:TieredStopAtLevel=1")
  public byte[] withC1Alone() {
    return digest.digest(input);
  }
}
