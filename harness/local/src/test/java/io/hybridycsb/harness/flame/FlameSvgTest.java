package io.hybridycsb.harness.flame;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;

class FlameSvgTest {
  private static final String RUN = "java.lang.Thread.run";
  private static final String COMMIT = "io.hybridycsb.veritas.core.node.Node.commit";
  private static final Pattern FRAME =
      Pattern.compile(
          "<title>([^<]*)</title><rect class=\"(c\\d)\" x=\"([\\d.]+)\" y=\"([\\d.]+)\""
              + " width=\"([\\d.]+)\"");

  private final Stacks stacks = new Stacks();

  private String draw() {
    return FlameSvg.draw(stacks, "nodes: 4 JVMs together", "8.0 CPU s in 2 s");
  }

  private static List<MatchResult> frames(String svg) {
    return FRAME.matcher(svg).results().toList();
  }

  private static MatchResult frame(String svg, String name) {
    return frames(svg).stream()
        .filter(frame -> frame.group(1).startsWith(name + ":"))
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + " isn't in " + svg));
  }

  private static double number(MatchResult frame, int group) {
    return Double.parseDouble(frame.group(group));
  }

  private static void requireXml(String svg) throws Exception {
    DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(svg)));
  }

  @Test
  void threadsAreAtTheBottomAndWidthsAreShares() throws Exception {
    stacks.add(List.of("replica", RUN, COMMIT), 4);
    stacks.add(List.of("replica", Profile.KERNEL), 2);
    stacks.add(List.of("C2 compiler"), 2);

    String svg = draw();

    requireXml(svg);
    MatchResult replica = frame(svg, "replica");
    MatchResult run = frame(svg, "j.lang.Thread.run");
    MatchResult commit = frame(svg, "i.h.v.c.node.Node.commit");
    MatchResult compiler = frame(svg, "C2 compiler");
    assertThat(replica.group(1)).isEqualTo("replica: 6.00 CPU s, 75.0 %");
    assertThat(number(replica, 5)).isEqualTo(885);
    assertThat(number(compiler, 5)).isEqualTo(295);
    assertThat(number(compiler, 3)).isEqualTo(number(replica, 3) + 885);
    assertThat(number(compiler, 4)).isEqualTo(number(replica, 4));
    assertThat(number(run, 4)).isLessThan(number(replica, 4));
    assertThat(number(commit, 4)).isLessThan(number(run, 4));
    assertThat(svg).contains(">Node.commit</text>", ">nodes: 4 JVMs together</text>");
    assertThat(svg).contains("All frames are drawn.");
  }

  @Test
  void coloursTellWhoseCodeItIsAndTheLegendWhatItTakes() {
    stacks.add(List.of("replica", RUN, COMMIT), 4);
    stacks.add(List.of("replica", RUN, "io.hybridycsb.shaded.veritas.io.grpc.Call.send"), 3);
    stacks.add(List.of("replica", Profile.KERNEL), 2);
    stacks.add(List.of("GC Thread"), 1);

    String svg = draw();

    assertThat(frame(svg, "i.h.v.c.node.Node.commit").group(2)).isEqualTo(style(Code.OURS));
    assertThat(frame(svg, "i.grpc.Call.send").group(2)).isEqualTo(style(Code.RPC));
    assertThat(frame(svg, Profile.KERNEL).group(2)).isEqualTo(style(Code.KERNEL));
    assertThat(frame(svg, "GC Thread").group(2)).isEqualTo(style(Code.MACHINE));
    assertThat(svg)
        .contains(
            ">this project 40.0 %<",
            ">gRPC, Netty 30.0 %<", ">kernel 20.0 %<", ">compilers, collectors, JVM 10.0 %<")
        .doesNotContain(">Kafka");
  }

  private static String style(Code code) {
    return "c" + code.ordinal();
  }

  @Test
  void theSameStacksGiveTheSamePictureInWhateverOrderTheyCame() {
    Stacks reversed = new Stacks();
    List<List<String>> all = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      all.add(List.of("thread" + i % 3, RUN, "a.B.m" + i % 7, "a.C.n" + i % 11));
    }
    all.forEach(stack -> stacks.add(stack, 1));
    for (int i = all.size() - 1; i >= 0; i--) {
      reversed.add(all.get(i), 1);
    }

    assertThat(FlameSvg.draw(reversed, "t", "s")).isEqualTo(FlameSvg.draw(stacks, "t", "s"));
  }

  @Test
  void framesThatNobodyCouldSeeAreCountedInsteadOfDrawn() {
    stacks.add(List.of("main", RUN), 1_999);
    stacks.add(List.of("main", "a.B.rare", "a.B.rarer"), 1);

    String svg = draw();

    assertThat(svg)
        .contains("Frames narrower than 0.10 % are left out: 2.")
        .doesNotContain("a.B.rare");
  }

  @Test
  void aPictureOfAnyStacksIsOfBoundedSize() throws Exception {
    String deep = "io.hybridycsb." + "a_long_package_name.".repeat(20) + "SomeClass.aMethod";
    for (int i = 0; i < 900; i++) {
      List<String> stack = new ArrayList<>(List.of("thread"));
      for (int depth = 0; depth < 30; depth++) {
        stack.add(deep + i + "_" + depth);
      }
      stacks.add(stack, 1);
    }

    String svg = draw();

    requireXml(svg);
    assertThat(svg.length()).isLessThanOrEqualTo(FlameSvg.BYTES_MAX);
    assertThat(svg).containsPattern("Frames narrower than 0\\.1\\d % are left out: \\d+\\.");
  }

  @Test
  void stacksWithoutAnyTimeAreAPictureToo() throws Exception {
    String svg = draw();

    requireXml(svg);
    assertThat(frames(svg)).isEmpty();
  }

  @Test
  void namesAreEscapedAndNothingIsTakenFromElsewhere() throws Exception {
    stacks.add(List.of("<script>alert(1)</script>", "a.B.<init>"), 1);

    String svg = draw();

    requireXml(svg);
    assertThat(svg)
        .contains("a.B.&lt;init&gt;")
        .doesNotContain("<script", "href", "url(", "@import");
  }
}
