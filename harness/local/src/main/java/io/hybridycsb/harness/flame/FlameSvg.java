package io.hybridycsb.harness.flame;

import io.hybridycsb.harness.files.Markup;
import io.hybridycsb.harness.files.Resource;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** Draws stacks as a picture by itself: no script, no font and no style from elsewhere. */
final class FlameSvg {
  static final int BYTES_MAX = 150_000;

  /** A frame takes more than 100 bytes. */
  private static final int FRAMES_MAX = BYTES_MAX / 100;

  private static final int WIDTH = 1200;
  private static final int PADDING = 10;
  private static final int DRAWN = WIDTH - 2 * PADDING;
  private static final int ROW = 16;
  private static final int BASELINE = 11;

  /** A character's width in the picture's font size, 11 pixels, on the large side. */
  private static final double CHARACTER = 6.7;

  private static final int LABEL_CHARACTERS_MIN = 3;
  private static final int NAME_CHARACTERS_MAX = 160;

  /** Of the whole width: what is narrower can't be seen. */
  private static final double SHARE_MIN = 0.001;

  /** Each picture that is too large is drawn again without frames narrower than so much more. */
  private static final double COARSER = 1.25;

  private static final int LEGEND_TOP = 50;
  private static final int LEGEND_SWATCH = 16;
  private static final int LEGEND_GAP = 18;
  private static final int LEGEND_ROW = 18;

  private static final List<String> NOTES =
      List.of(
          "Widths are CPU time. That of a group of threads is the kernel's, and so is [kernel]; the"
              + " rest is spread over Java stacks that JFR took.",
          "JFR doesn't look into native code or the JVM: what a Java thread does there counts where"
              + " its samples are. A method that calls itself is one frame.",
          "Beside a colour: its share of the CPU time at the tops of the stacks.");

  private static final Pattern PACKAGE = Pattern.compile("\\b([a-z_])\\w*\\.(?=[a-z_]\\w*\\.)");

  private final Stacks stacks;
  private final double shareMin;
  private final Map<Code, Double> own = new EnumMap<>(Code.class);
  private final Markup frames = new Markup();
  private int leftOut;

  private FlameSvg(Stacks stacks, double shareMin) {
    this.stacks = stacks;
    this.shareMin = shareMin;
  }

  /**
   * Draws seconds of CPU time; the bottom frames are groups of threads.
   *
   * @param summary a line below the title
   */
  static String draw(Stacks stacks, String title, String summary) {
    double share = SHARE_MIN;
    while (true) {
      FlameSvg picture = new FlameSvg(stacks, share);
      if (picture.frames(stacks) <= FRAMES_MAX) {
        String svg = picture.drawn(title, summary);
        if (svg.getBytes(StandardCharsets.UTF_8).length <= BYTES_MAX) {
          return svg;
        }
      }
      share *= COARSER;
    }
  }

  /** How many are drawn above this one. */
  private int frames(Stacks at) {
    return at.calls().stream()
        .map(Map.Entry::getValue)
        .filter(this::isDrawn)
        .mapToInt(call -> 1 + frames(call))
        .sum();
  }

  private String drawn(String title, String summary) {
    Markup legend = new Markup();
    addOwn(stacks, null);
    int bottom = drawLegend(legend) + ROW * (1 + height(stacks));
    drawCalls(stacks, 0, PADDING, bottom);
    int whole = bottom + (NOTES.size() + 1) * ROW + PADDING;
    Markup svg = new Markup();
    svg.open(
        "svg",
        "xmlns",
        "http://www.w3.org/2000/svg",
        "viewBox",
        "0 0 %d %d".formatted(WIDTH, whole),
        "width",
        WIDTH,
        "height",
        whole,
        "role",
        "img",
        "aria-label",
        title);
    svg.open("style").raw(Resource.text(FlameSvg.class, "flame.css")).close();
    svg.empty("rect", "class", "ground", "width", WIDTH, "height", whole);
    svg.element("text", title, "class", "title", "x", PADDING, "y", 20);
    svg.element("text", summary, "x", PADDING, "y", 38);
    svg.add(legend).add(frames);
    int y = bottom + ROW;
    for (String note : NOTES) {
      svg.element("text", note, "x", PADDING, "y", y);
      y += ROW;
    }
    svg.element("text", omission(), "x", PADDING, "y", y);
    return svg.close().toString();
  }

  private String omission() {
    return leftOut == 0
        ? "All frames are drawn."
        : "Frames narrower than %s are left out: %d.".formatted(percent(shareMin, 2), leftOut);
  }

  /** Finds out whose code the stacks end in. */
  private void addOwn(Stacks at, Code code) {
    if (code != null) {
      own.merge(code, at.own(), Double::sum);
    }
    at.calls().forEach(call -> addOwn(call.getValue(), code(call.getKey(), code == null)));
  }

  /** How many frames are drawn above each other. */
  private int height(Stacks at) {
    return at.calls().stream()
        .map(Map.Entry::getValue)
        .filter(this::isDrawn)
        .mapToInt(call -> 1 + height(call))
        .max()
        .orElse(0);
  }

  private boolean isDrawn(Stacks frame) {
    return frame.weight() >= shareMin * stacks.weight();
  }

  private static Code code(String name, boolean atBottom) {
    return atBottom ? Code.ofThreads(name) : Code.ofFrame(name);
  }

  /** Returns where it ends. */
  private int drawLegend(Markup legend) {
    double x = PADDING;
    int y = LEGEND_TOP;
    for (Map.Entry<Code, Double> entry : own.entrySet()) {
      String text =
          "%s %s"
              .formatted(entry.getKey().inWords(), percent(entry.getValue() / stacks.weight(), 1));
      double width = LEGEND_SWATCH + text.length() * CHARACTER + LEGEND_GAP;
      if (x > PADDING && x + width > WIDTH) {
        x = PADDING;
        y += LEGEND_ROW;
      }
      legend.empty(
          "rect", "class", style(entry.getKey()), "x", x, "y", y, "width", 11, "height", 11);
      legend.element("text", text, "x", x + LEGEND_SWATCH, "y", y + 10);
      x += width;
    }
    return y + LEGEND_ROW;
  }

  private void drawCalls(Stacks at, int depth, double left, int bottom) {
    double x = left;
    for (Map.Entry<String, Stacks> call : at.calls()) {
      Stacks frame = call.getValue();
      if (!isDrawn(frame)) {
        leftOut += count(frame);
        continue;
      }
      double width = DRAWN * frame.weight() / stacks.weight();
      drawFrame(call.getKey(), frame, depth, x, width, bottom);
      drawCalls(frame, depth + 1, x, bottom);
      x += width;
    }
  }

  private static int count(Stacks frame) {
    return 1 + frame.calls().stream().mapToInt(call -> count(call.getValue())).sum();
  }

  private void drawFrame(String name, Stacks frame, int depth, double x, double width, int bottom) {
    boolean atBottom = depth == 0;
    String full = shortened(atBottom ? name : Code.unshaded(name), NAME_CHARACTERS_MAX);
    int y = bottom - (depth + 1) * ROW;
    frames.open("g");
    frames.element(
        "title",
        String.format(
            Locale.ROOT,
            "%s: %.2f CPU s, %s",
            atBottom ? full : withShortPackages(full),
            frame.weight(),
            percent(frame.weight() / stacks.weight(), 1)));
    frames.empty(
        "rect",
        "class",
        style(code(name, atBottom)),
        "x",
        x,
        "y",
        y,
        "width",
        width,
        "height",
        ROW - 1);
    int characters = (int) ((width - 4) / CHARACTER);
    if (characters >= LABEL_CHARACTERS_MIN) {
      String label = shortened(atBottom ? full : withoutPackage(full), characters);
      frames.element("text", label, "x", x + 2, "y", y + BASELINE);
    }
    frames.close();
  }

  private static String style(Code code) {
    return "c" + code.ordinal();
  }

  private static String percent(double share, int decimals) {
    return String.format(Locale.ROOT, "%." + decimals + "f %%", 100 * share);
  }

  /** The last package stays whole, of the others the first letter. */
  static String withShortPackages(String frame) {
    return PACKAGE.matcher(frame).replaceAll("$1.");
  }

  /** The class and the method. */
  private static String withoutPackage(String frame) {
    int method = frame.lastIndexOf('.');
    return frame.substring(frame.lastIndexOf('.', method - 1) + 1);
  }

  private static String shortened(String text, int characters) {
    return text.length() <= characters ? text : text.substring(0, characters - 1) + "…";
  }
}
