package io.hybridycsb.harness.system.programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Archives of a small program, by the JVM that runs the tests. */
class ArchiveKindTest {
  @TempDir private Path directory;
  private ClassPart part;

  /** The program. */
  public static final class Hello {
    private Hello() {}

    public static void main(String[] arguments) {
      List.of("hello").forEach(word -> System.out.println(word));
    }
  }

  @BeforeEach
  void aClassPathOfOneJar() throws IOException {
    Path lib = Files.createDirectories(directory.resolve("lib"));
    String file = Hello.class.getName().replace('.', '/') + ".class";
    try (OutputStream out = Files.newOutputStream(lib.resolve("hello.jar"));
        ZipOutputStream jar = new ZipOutputStream(out);
        InputStream code = Hello.class.getClassLoader().getResourceAsStream(file)) {
      jar.putNextEntry(new ZipEntry(file));
      code.transferTo(jar);
      jar.closeEntry();
    }
    part = new ClassPart("hello", lib.resolve("*").toString());
  }

  private List<String> java(List<String> options, String... further) throws Exception {
    List<String> command =
        new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin/java").toString()));
    command.addAll(options);
    command.addAll(List.of("-cp", part.classPath()));
    command.addAll(List.of(further));
    Path out = directory.resolve("out");
    Process process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    try {
      assertThat(process.waitFor(120, TimeUnit.SECONDS)).as("%s ends", command).isTrue();
    } finally {
      process.destroyForcibly();
    }
    String said = Files.readString(out, StandardCharsets.UTF_8);
    assertThat(process.exitValue()).as("%s: %s", command, said).isZero();
    return said.lines().toList();
  }

  @Test
  void whatAJvmHasRecordedIsArchivedAndLoadedFromThere() throws Exception {
    ClassRecording recording = new ClassRecording(directory);
    java(recording.options(part), Hello.class.getName());
    ArchiveKind kind = ArchiveKind.ofThisJvm();
    Path record = recording.largest(part);
    Path archive = directory.resolve("hello.archive");
    kind.mend(record, part.classPath());
    java(kind.making(record, archive));

    List<String> said =
        java(List.of(kind.using(archive), "-Xlog:class+load"), Hello.class.getName());

    assertThat(said).contains("hello");
    assertThat(said)
        .anyMatch(
            line ->
                line.contains(Hello.class.getName() + " ")
                    && line.contains("source: shared objects file"));
  }

  @Test
  void lambdasOfSignedClassesAreLeftOut() throws Exception {
    try (OutputStream out = Files.newOutputStream(directory.resolve("lib").resolve("signed.jar"));
        ZipOutputStream jar = new ZipOutputStream(out)) {
      for (String name : List.of("META-INF/SIGNER.SF", "some/Signed.class")) {
        jar.putNextEntry(new ZipEntry(name));
        jar.closeEntry();
      }
    }
    Path record = directory.resolve("record");
    Files.write(
        record,
        List.of(
            "some/Signed id: 1",
            "@lambda-proxy some/Signed run ()Ljava/lang/Runnable;",
            "@lambda-proxy some/SignedNot run ()Ljava/lang/Runnable;"));

    ArchiveKind.CLASS_DATA.mend(record, part.classPath());

    assertThat(record)
        .content()
        .isEqualTo("some/Signed id: 1\n@lambda-proxy some/SignedNot run ()Ljava/lang/Runnable;\n");
  }
}
