package io.zenith.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.zenith.Dataset;
import io.zenith.schema.Schema;
import io.zenith.spi.Format;
import io.zenith.testkit.InMemory;
import io.zenith.testkit.Property;
import io.zenith.testkit.Python;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Random tables that are written in random dialects are read as they were, with types given and
/// with types found, wherever the text is cut.
class RoundTripTest {
  private static final int CASES = 200;
  private static final int CASES_OF_OTHERS = 50;

  /// Reads files as the JSON of `sys.argv[1]` says, and writes Arrow files.
  private static final String PYARROW =
      """
      import json, re, sys, pyarrow as pa, pyarrow.csv as csv
      def type_of(name):
          decimal = re.match(r'decimal128\\((\\d+), (\\d+)\\)', name)
          if decimal:
              return pa.decimal128(int(decimal[1]), int(decimal[2]))
          zoned = re.match(r'timestamp\\[(\\w+), (.+)\\]', name)
          if zoned:
              return pa.timestamp(zoned[1], zoned[2])
          if name == 'dictionary<int32, utf8>':
              return pa.dictionary(pa.int32(), pa.string())
          return pa.type_for_alias(name.replace('utf8', 'string'))
      jobs = json.load(open(sys.argv[1], encoding='utf-8'))
      for job in jobs:
          table = csv.read_csv(
              job['file'],
              csv.ReadOptions(skip_rows=job['skipped'], column_names=job['names'],
                              autogenerate_column_names=job['numbered']),
              csv.ParseOptions(delimiter=job['delimiter'], quote_char=job['quote'],
                               newlines_in_values=True),
              csv.ConvertOptions(column_types={n: type_of(t) for n, t in job['types'].items()},
                                 null_values=[''] + job['nulls'], strings_can_be_null=True,
                                 quoted_strings_can_be_null=False))
          with pa.OSFile(job['target'], 'wb') as sink, pa.ipc.new_file(sink, table.schema) as to:
              to.write_table(table)
      print(len(jobs))
      """;

  @Test
  void tablesInAnyDialect() throws Exception {
    Property.checkSideBySide(
        CASES,
        (random, _) -> {
          Writing writing = Writing.any(random);
          RandomTable table = RandomTable.of(writing, random);
          check(writing, table, writing.bytes(table, random), random);
        });
  }

  /// What PyArrow reads as it was written is written as it should be.
  @Test
  void tablesThatPyArrowReads(@TempDir Path folder) throws Exception {
    Python.require("pyarrow");
    Map<Path, RandomTable> tables = new TreeMap<>();
    List<Map<String, Object>> jobs = new ArrayList<>();
    Property.check(
        CASES_OF_OTHERS,
        (random, number) -> {
          Writing writing = Writing.plain(random);
          RandomTable table = RandomTable.of(writing, random);
          byte[] bytes = writing.bytes(table, random);
          check(writing, table, bytes, random);
          Path file = Files.write(folder.resolve(number + ".csv"), bytes);
          Path target = folder.resolve(number + ".arrow");
          tables.put(target, table);
          jobs.add(job(file, target, writing, table));
        });
    Path list = folder.resolve("jobs");
    new ObjectMapper().writeValue(list.toFile(), jobs);
    assertEquals(jobs.size() + "\n", Python.run(PYARROW, list.toString()));
    for (Map.Entry<Path, RandomTable> read : tables.entrySet()) {
      Dataset dataset = Dataset.open(read.getKey().toString());
      assertEquals(read.getValue().schema().fields(), dataset.schema().fields());
      assertEquals(read.getValue().values(), Read.columns(dataset, 100), read.getKey().toString());
    }
  }

  private static Map<String, Object> job(
      Path file, Path target, Writing writing, RandomTable table) {
    Map<String, Object> job = new LinkedHashMap<>();
    job.put("file", file.toString());
    job.put("target", target.toString());
    job.put("skipped", writing.skipped());
    boolean isNamed = !writing.header() && writing.named();
    job.put("names", isNamed ? table.names() : List.of());
    job.put("numbered", !writing.header() && !writing.named());
    job.put("delimiter", String.valueOf((char) writing.dialect().delimiter()));
    job.put("quote", String.valueOf((char) writing.dialect().quote()));
    Map<String, String> types = new LinkedHashMap<>();
    table.schema().fields().forEach(field -> types.put(field.name(), field.type().toString()));
    job.put("types", types);
    job.put("nulls", writing.nulls());
    return job;
  }

  private static void check(
      Writing writing, RandomTable table, byte[] bytes, SplittableRandom random)
      throws IOException {
    Csv format = writing.format(table);
    check(format.types(table.schema()), table.schema(), table, bytes, random);
    check(format.types(table.needed()), table.found(), table, bytes, random);
  }

  private static void check(
      Csv format, Schema schema, RandomTable table, byte[] bytes, SplittableRandom random)
      throws IOException {
    Sizes sizes =
        random.nextInt(4) == 0
            ? Sizes.DEFAULT
            : new Sizes(
                1 + random.nextInt(1 << random.nextInt(1, 10)),
                1 + random.nextInt(1 << random.nextInt(1, 10)),
                1 + random.nextInt(4),
                1 + random.nextInt(300),
                1 + random.nextInt(300));
    Format cut = new CutFormat(format.options(), sizes);
    try (InMemory file = new InMemory(cut, "round", bytes)) {
      Dataset dataset = Dataset.open(cut, file.location(random.nextBoolean()));
      assertEquals(schema.fields(), dataset.schema().fields());
      assertEquals(table.rows(), dataset.rowCount());
      assertEquals(table.values(), Read.columns(dataset, 1 + random.nextInt(50)));
    }
  }
}
