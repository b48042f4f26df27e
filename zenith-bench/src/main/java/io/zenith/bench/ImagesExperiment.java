package io.zenith.bench;

import static io.zenith.bench.Figure.Bound.AT_LEAST;
import static io.zenith.bench.Figure.Kind.MUST;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.image.Decode;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.imageio.ImageIO;

/// Images in a mapped file, decoded by loaders with one thread, beside ImageIO alone on the same
/// bytes in arrays, which makes its own kind of image and goes no further.
///
/// Each pass has a loader of its own, and is as long as a short epoch: one that goes on would
/// decode ahead while ImageIO has its turn.
final class ImagesExperiment implements Experiment {
  private final List<ExperimentResult.Result> results = new ArrayList<>();
  private final List<Figure> figures = new ArrayList<>();

  @Override
  public ExperimentResult run(Path folder, BenchPace pace)
      throws IOException, InterruptedException {
    // Else ImageIO writes each image to a temporary file first: a rival that nobody has to beat.
    ImageIO.setUseCache(false);
    measure(MadeImages.of("png", 28, pace.blobs()), folder, pace);
    measure(MadeImages.of("jpg", 256, pace.blobs() / 10), folder, pace);
    return new ExperimentResult(
        results,
        figures,
        List.of(
            "one thread decodes; ImageIO without its cache on the disk; figures by the processor time of all threads"));
  }

  private void measure(MadeImages images, Path folder, BenchPace pace)
      throws IOException, InterruptedException {
    PackedImages packed =
        PackedImages.write(folder.resolve("images-" + images.format() + ".arrow"), images);
    Decode decode = Decode.image(PackedImages.BYTES, images.side(), images.side());
    try (DataLoader loader = packed.loader().map(decode).build()) {
      requireEqual(loader, images);
    }
    PlainPasses zenith = new PlainPasses("Zenith", () -> decodeAll(packed, decode));
    PlainPasses alone = new PlainPasses("ImageIO alone", () -> decodeAll(images));
    PassTurns turns =
        new PassTurns(List.of(zenith, alone), images.encoded().size() / 1e3, "1,000 images");
    String name = "decoding " + images;
    List<PassTurns.Found> found = turns.run(pace, name, results);
    figures.add(
        new Figure(
            name + ", images/s of a core, to ImageIO alone",
            MUST,
            AT_LEAST,
            0.9,
            "x",
            Series.ratio(found.getLast().cpu(), found.getFirst().cpu())));
  }

  private static void decodeAll(PackedImages packed, Decode decode) throws IOException {
    try (DataLoader loader = packed.loader().map(decode).build()) {
      for (Batch batch : loader) {
        if (batch.tensor(PackedImages.BYTES).size() == 0) {
          throw new BenchFailure("no pixels");
        }
      }
    }
  }

  private static void decodeAll(MadeImages images) throws IOException {
    for (byte[] encoded : images.encoded()) {
      decoded(encoded);
    }
  }

  private static BufferedImage decoded(byte[] encoded) throws IOException {
    return Objects.requireNonNull(ImageIO.read(new ByteArrayInputStream(encoded)));
  }

  private static void requireEqual(DataLoader loader, MadeImages images) throws IOException {
    int number = 0;
    for (Batch batch : loader) {
      MemorySegment pixels = batch.tensor(PackedImages.BYTES).segment();
      long at = 0;
      for (int row = 0; row < batch.rows(); row++) {
        BufferedImage image = decoded(images.encoded().get(number));
        for (int pixel = 0; pixel < images.side() * images.side(); pixel++) {
          int rgb = image.getRGB(pixel % images.side(), pixel / images.side());
          for (int shift = 16; shift >= 0; shift -= 8) {
            if (pixels.get(ValueLayout.JAVA_BYTE, at++) != (byte) (rgb >> shift)) {
              throw new BenchFailure(
                  images + ", number " + number + ": other pixels than ImageIO's");
            }
          }
        }
        number++;
      }
    }
    if (number != images.encoded().size()) {
      throw new BenchFailure(images + ": " + number + " of " + images.encoded().size());
    }
  }
}
