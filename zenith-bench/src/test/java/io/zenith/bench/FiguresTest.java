package io.zenith.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.zenith.bench.PythonEntrant.Mode;
import io.zenith.bench.PythonEntrant.Touch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Help.Ansi;

class FiguresTest {
  static final Machine MACHINE = new Machine("cpu", 2, "os", 1 << 30, "25", "Python");

  @TempDir private Path folder;

  @Test
  void ratiosAreMediansOfTheRatiosOfEachRound() {
    Standing ours = standing("ours", 100, 400, 900);
    Standing theirs = standing("theirs", 10, 10, 10);

    assertEquals(List.of(10d, 40d, 90d), ours.ratioTo(theirs).runs());
    assertEquals(40, ours.ratioTo(theirs).median());
  }

  @Test
  void medianOfAnEvenNumberIsTheMeanOfTheMiddleTwo() {
    assertEquals(2.5, new Series("x", List.of(4d, 1d, 3d, 2d)).median());
  }

  @Test
  void figuresCompareWithTheirLimit() {
    List<Figure> figures = new BatchFigures(result(true)).all();

    assertEquals(30, figures.get(0).measured());
    assertEquals(List.of(true, false), figures.subList(0, 2).stream().map(Figure::holds).toList());
    assertEquals(">= 25 x", figures.get(0).required());
  }

  @Test
  void figureThatWasNotMeasuredDoesNotHold() {
    Figure figure = new BatchFigures(result(false)).all().getFirst();

    assertFalse(figure.holds());
    assertEquals(
        List.of(
            "figure                                      kind  required      measured  holds",
            "arrays made, to PyArrow direct with arrays  must   >= 25 x  not measured     no"),
        FigureTable.lines(List.of(figure)));
  }

  @Test
  void tableSaysWhatIsMissingAndHowToInstallIt() {
    List<String> lines = CaseTable.lines(result(false), Ansi.OFF);

    assertEquals("PyArrow: " + PythonPeer.HINT, lines.get(lines.size() - 2));
  }

  @Test
  void publishedRowsAreGreyWhereTheReaderCanSeeIt() {
    String published = "Zenith (published, other machine)";

    assertEquals(1, count(CaseTable.lines(result(true), Ansi.OFF), published));
    assertEquals(1, count(CaseTable.lines(result(true), Ansi.ON), "\u001b[2m" + published));
  }

  @Test
  void jsonHasMachineResultsAndFigures() throws IOException {
    BenchReport report = new BenchReport(MACHINE);
    report.add(result(true));
    new BatchFigures(result(false)).all().forEach(report::add);
    Path file = folder.resolve("bench.json");

    report.write(file);

    JsonNode json = new ObjectMapper().readTree(Files.readString(file));
    assertEquals("cpu", json.at("/machine/cpu").asText());
    JsonNode first = json.at("/results/0");
    assertEquals("table", first.get("case").asText());
    assertEquals("Zenith, arrays (polluted)", first.get("contender").asText());
    assertEquals("samples/s", first.get("unit").asText());
    assertEquals("[300.0,300.0,300.0]", first.get("runs").toString());
    assertEquals(300, first.get("median").asDouble());
    assertEquals(
        "{\"name\":\"arrays made, to PyArrow direct with arrays\",\"kind\":\"must\","
            + "\"required\":\">= 25 x\",\"measured\":null,\"holds\":false}",
        json.at("/figures/0").toString());
  }

  static CaseResult result(boolean withPython) {
    List<Standing> standings = new ArrayList<>();
    String arrays = JvmEntrant.title(JvmContender.ZENITH_ARRAYS, Variant.POLLUTED);
    standings.add(standing(arrays, 300, 300, 300));
    if (withPython) {
      standings.add(standing(PythonEntrant.title(Mode.DIRECT, Touch.NOTHING), 10, 10, 10));
    }
    return new CaseResult("table", 10_000, standings);
  }

  private static Standing standing(String title, double... rates) {
    return new Standing(
        title,
        Arrays.stream(rates)
            .mapToObj(rate -> new Turn(rate, 1, 2, 3, 1, Double.NaN, 4e6))
            .toList());
  }

  private static long count(List<String> lines, String start) {
    return lines.stream().filter(line -> line.startsWith(start)).count();
  }
}
