package io.hybridycsb.distribution;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SmallerJarsTest {
  @TempDir private Path release;

  private Path jar(String name, String... entries) throws IOException {
    Path jar = release.resolve(name);
    Files.createDirectories(jar.getParent());
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
      for (String entry : entries) {
        ZipEntry header = new ZipEntry(entry);
        // Absolute, and so another local time in each time zone.
        header.setLastModifiedTime(FileTime.from(Instant.parse("2026-01-02T03:04:06Z")));
        zip.putNextEntry(header);
        zip.write(entry.repeat(10).getBytes(UTF_8));
        zip.closeEntry();
      }
    }
    return jar;
  }

  private static List<String> names(Path jar) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      return zip.stream().map(ZipEntry::getName).toList();
    }
  }

  @Test
  void aBindingIsStoredWithAllItsEntriesInTheirOrderAndOfOneTimeInEveryTimeZone()
      throws IOException {
    Path jar =
        jar("etcd-binding/lib/etcd-binding-1.jar", "META-INF/MANIFEST.MF", "b.class", "a.so");

    SmallerJars.rewrite(release);

    assertThat(names(jar)).containsExactly("META-INF/MANIFEST.MF", "b.class", "a.so");
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      for (ZipEntry entry : Collections.list(zip.entries())) {
        assertThat(entry.getMethod()).isEqualTo(ZipEntry.STORED);
        assertThat(entry.getTimeLocal()).isEqualTo(SmallerJars.TIME);
        assertThat(entry.getExtra()).isNull();
        assertThat(zip.getInputStream(entry))
            .hasBinaryContent(entry.getName().repeat(10).getBytes(UTF_8));
      }
    }
  }

  @Test
  void nativeCodeStaysForTheMachinesThatServersRunOn() throws IOException {
    Path zstd =
        jar(
            "servers/kafka/lib/zstd-jni-1.5.jar",
            "com/A.class",
            "linux/amd64/libzstd.so",
            "linux/aarch64/libzstd.so",
            "linux/arm/libzstd.so",
            "darwin/x86_64/libzstd.dylib",
            "darwin/aarch64/libzstd.dylib",
            "win/amd64/libzstd.dll");
    Path rocksDb =
        jar(
            "servers/veritas-tm/lib/rocksdbjni-11.jar",
            "org/rocksdb/A.class",
            "librocksdbjni-linux64.so",
            "librocksdbjni-linux64-musl.so",
            "librocksdbjni-linux32.so",
            "librocksdbjni-linux-aarch64.so",
            "librocksdbjni-linux-aarch64-musl.so",
            "librocksdbjni-linux-riscv64.so",
            "librocksdbjni-osx-x86_64.jnilib",
            "librocksdbjni-osx-arm64.jnilib",
            "librocksdbjni-win64.dll");
    Path snappy =
        jar(
            "servers/kafka/lib/snappy-java-1.1.jar",
            "org/xerial/snappy/native/Linux/x86_64/libsnappyjava.so",
            "org/xerial/snappy/native/Linux/ppc64/libsnappyjava.so",
            "org/xerial/snappy/native/Mac/aarch64/libsnappyjava.dylib",
            "org/xerial/snappy/native/AIX/ppc/libsnappyjava.a");

    SmallerJars.rewrite(release);

    assertThat(names(zstd))
        .containsExactly(
            "com/A.class",
            "linux/amd64/libzstd.so",
            "linux/aarch64/libzstd.so",
            "darwin/x86_64/libzstd.dylib",
            "darwin/aarch64/libzstd.dylib");
    assertThat(names(rocksDb))
        .containsExactly(
            "org/rocksdb/A.class",
            "librocksdbjni-linux64.so",
            "librocksdbjni-linux-aarch64.so",
            "librocksdbjni-osx-x86_64.jnilib",
            "librocksdbjni-osx-arm64.jnilib");
    assertThat(names(snappy))
        .containsExactly(
            "org/xerial/snappy/native/Linux/x86_64/libsnappyjava.so",
            "org/xerial/snappy/native/Mac/aarch64/libsnappyjava.dylib");
  }

  @Test
  void otherJarsStayAsTheyAre() throws IOException {
    Path jar = jar("servers/kafka/lib/kafka-4.jar", "a.class", "linux/arm/lib.so");
    byte[] before = Files.readAllBytes(jar);

    SmallerJars.rewrite(release);

    assertThat(jar).hasBinaryContent(before);
  }
}
