package io.zenith.bench;

import java.awt.Color;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.style.CategoryStyler;
import org.knowm.xchart.style.Styler.LegendPosition;

/// The rates of the contenders on one table as a picture: a bar each, on a logarithmic scale.
final class RatesPicture {
  private static final int WIDTH = 1200;
  private static final int HEIGHT = 700;
  private static final int LABEL_ROTATION = 45;

  /// In millions of samples a second: below the slowest.
  private static final double BOTTOM = 0.1;

  /// Who is of which colour: a bar belongs to the first whose name its title begins with.
  private enum Family {
    PUBLISHED("published, other machine", 0xBDBDBD),
    ZENITH("Zenith", 0x1F77B4),
    ARROW_JAVA("arrow-java", 0xFF9F1C),
    STREAMING("streaming iterator", 0xD4B483),
    PYARROW("PyArrow", 0x6A994E);

    private final String title;
    private final int rgb;

    Family(String title, int rgb) {
      this.title = title;
      this.rgb = rgb;
    }
  }

  private record Bar(Family family, String title, double rate) {}

  private RatesPicture() {}

  /// Writes a PNG. Of the contenders in a JVM it shows the polluted variant.
  static void write(CaseResult result, Machine machine, Path file) throws IOException {
    CategoryChart chart =
        new CategoryChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(
                "%s: %,d rows, batches of %d; %s, %d cores"
                    .formatted(
                        result.name(),
                        result.rows(),
                        Contender.BATCH_ROWS,
                        machine.cpu(),
                        machine.cores()))
            .yAxisTitle("million samples/s")
            .build();
    List<Bar> bars = bars(result);
    List<String> titles = bars.stream().map(Bar::title).toList();
    style(chart.getStyler());
    chart.getStyler().setXAxisMaxLabelCount(titles.size());
    for (Family family : Family.values()) {
      if (bars.stream().anyMatch(bar -> bar.family() == family)) {
        chart
            .addSeries(family.title, titles, values(bars, family))
            .setFillColor(new Color(family.rgb));
      }
    }
    byte[] png = ChartEncoder.getBytes(chart, "png");
    NamedWrite.to(file, () -> Files.write(file, png));
  }

  private static void style(CategoryStyler styler) {
    styler.setYAxisLogarithmic(true);
    styler.setYAxisMin(BOTTOM);
    styler.setYAxisDecimalPattern("#,##0.#");
    styler.setXAxisLabelRotation(LABEL_ROTATION);
    styler.setOverlapped(true);
    styler.setLabelsVisible(true);
    styler.setLegendPosition(LegendPosition.InsideNE);
    styler.setChartBackgroundColor(Color.WHITE);
  }

  private static List<Bar> bars(CaseResult result) {
    List<Bar> bars = new ArrayList<>();
    String plain = " (" + Variant.PLAIN + ")";
    for (Standing standing : result.standings().reversed()) {
      if (!standing.title().endsWith(plain)) {
        String title = standing.title().replace(" (" + Variant.POLLUTED + ")", "");
        bars.add(new Bar(family(title), title, standing.rates().median() / 1e6));
      }
    }
    for (Published row : Published.TABLE) {
      bars.add(
          new Bar(Family.PUBLISHED, row.contender() + ", published", row.samplesPerSecond() / 1e6));
    }
    return bars;
  }

  private static Family family(String title) {
    for (Family family : Family.values()) {
      if (title.startsWith(family.title)) {
        return family;
      }
    }
    throw new IllegalArgumentException(title + " has no colour");
  }

  /// A value for each bar, since all series share their bars; none for those of other families.
  private static List<@Nullable Double> values(List<Bar> bars, Family family) {
    List<@Nullable Double> values = new ArrayList<>();
    for (Bar bar : bars) {
      values.add(bar.family() == family ? bar.rate() : null);
    }
    return values;
  }
}
