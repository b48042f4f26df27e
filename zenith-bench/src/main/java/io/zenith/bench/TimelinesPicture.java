package io.zenith.bench;

import java.awt.Color;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/// Shares over time as a picture: a line each.
final class TimelinesPicture {
  private static final int WIDTH = 1200;
  private static final int HEIGHT = 500;

  private TimelinesPicture() {}

  /// Writes a PNG.
  static void write(List<Timeline> timelines, Machine machine, Path file) throws IOException {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(
                "the accelerator is busy; %s, %d cores".formatted(machine.cpu(), machine.cores()))
            .xAxisTitle("seconds of an epoch")
            .yAxisTitle("% of the time")
            .build();
    chart.getStyler().setYAxisMin(0.0);
    chart.getStyler().setYAxisMax(100.0);
    chart.getStyler().setLegendPosition(LegendPosition.OutsideS);
    chart.getStyler().setChartBackgroundColor(Color.WHITE);
    for (Timeline timeline : timelines) {
      chart
          .addSeries(
              timeline.title(),
              timeline.times(),
              timeline.values().stream().map(share -> 100 * share).toList())
          .setMarker(SeriesMarkers.NONE);
    }
    byte[] png = ChartEncoder.getBytes(chart, "png");
    NamedWrite.to(file, () -> Files.write(file, png));
  }
}
