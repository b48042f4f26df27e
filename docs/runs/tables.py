"""Writes the tables of figures in README.md and docs/ from the runs in this folder.

A table stands below its mark, `<!-- runs: NAME -->`. `python3 docs/runs/tables.py` writes those that
are not what the runs say; with `--check` it only names their pages, and fails.
"""

import json
import re
import statistics
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
MARK = re.compile(r"<!-- runs: (.+) -->\n(?:\n(?:\|.*\n)+)?")


def number(value):
    """Three significant digits, thousands apart, as the benchmarks print them."""
    if abs(value) >= 100 or value == round(value):
        return f"{value:,.0f}"
    return f"{value:.{1 if abs(value) >= 10 else 2 if abs(value) >= 1 else 3}f}"


def spread(runs):
    return f"{number(statistics.median(runs))} ({number(min(runs))} to {number(max(runs))})"


def ratio(ours, theirs):
    """Of turns side by side."""
    return number(statistics.median(a / b for a, b in zip(ours, theirs)))


def table(head, rows, left=1):
    """Of cells, of which the first ones are text."""
    line = lambda cells: "|" + "".join(f" {cell} |" if cell else " |" for cell in cells)
    rule = "|" + "---|" * left + "--:|" * (len(head) - left)
    return "\n".join([line(head), rule, *map(line, rows)]) + "\n"


class Report:
    """What a command wrote."""

    def __init__(self, name):
        report = json.loads((HERE / f"{name}.json").read_text())
        self.machine = report["machine"]
        self.figures = report["figures"]
        self.runs = {(r["case"], r["contender"], r["unit"]): r["runs"] for r in report["results"]}

    def of(self, case, contenders, unit):
        """One a turn; of several contenders those of whoever is the fastest. None if nobody ran."""
        names = [contenders] if isinstance(contenders, str) else contenders
        known = [self.runs[case, name, unit] for name in names if (case, name, unit) in self.runs]
        return max(known, key=statistics.median, default=None)

    def matrix(self, unit, cases, contenders):
        """A column a case, a line a contender."""
        rows = []
        for label, names in contenders.items():
            found = [self.of(case, names, unit) for case in cases.values()]
            if not any(found):
                sys.exit(f"no runs of {names}")
            rows.append([label] + [number(statistics.median(runs)) if runs else "" for runs in found])
        return table(["", *cases], rows)


def machines():
    rows = []
    for name in SUITES:
        machine = Report(name).machine
        memory = f"{machine['memoryBytes'] / 2**30:.0f} GiB"
        system = f"{machine['cpu']}, {machine['cores']} cores, {memory}, {machine['os']}"
        rows.append([f"[{name}](runs/{name}.json)", system, machine["jdk"], machine["python"]])
    return table(["runs", "machine", "JDK", "Python, and peers that were noted"], rows, left=4)


def figures(name):
    rows = []
    for figure in Report(name).figures:
        unit = figure["required"].split()[2:]
        measured = " ".join([number(figure["measured"]), *unit])
        holds = "yes" if figure["holds"] else "**no**"
        rows.append([figure["name"], figure["kind"], figure["required"].strip(), measured, holds])
    return table(["", "", "required", "measured", "holds"], rows, left=2)


def batches():
    report = Report("batches")
    ways = ["arrays", "values summed"]
    java = [f"Zenith, {way}" for way in ["views", *ways, "stack"]]
    java += [f"{reader}, {way}" for reader in ("arrow-java", "streaming iterator") for way in ways]
    python = [f"PyArrow {reader}, {way}" for reader in ("direct", "iterator") for way in ways]
    direct = report.of("table", "PyArrow direct, arrays", "samples/s")
    rows = []
    for label, name in [(name, f"{name} (polluted)") for name in java] + [(name, name) for name in python]:
        of = lambda unit: report.of("table", name, unit)
        rates = of("samples/s")
        micros = [statistics.median(of(f"ns, p{share} of batches")) / 1000 for share in (50, 95, 99)]
        garbage = of("bytes of garbage/batch")
        rows.append([
            label,
            number(statistics.median(rates)),
            f"{min(rates):,.0f} to {max(rates):,.0f}",
            ratio(rates, direct),
            *map(number, micros),
            number(statistics.median(garbage)) if garbage else "-",
            number(statistics.median(of("bytes resident at peak")) / 1e6),
        ])
    for label, rate, median, late in [
        ("Zenith", "1,351,591", 44, 74),
        ("PyArrow direct", "1,342,076", 44, 77),
        ("streaming iterator", "320,219", 50, 134),
    ]:
        rows.append([f"*{label}, published*", f"*{rate}*", "", "", f"*{median}*", "", f"*{late}*", "", ""])
    head = ["Contender", "samples/s", "min to max", "x PyArrow", "p50 us", "p95 us", "p99 us", "garbage B/batch", "MB"]
    return table(head, rows)


def either(way):
    """PyArrow, from a mapping or by reads."""
    return [f"PyArrow mmap-{way}", f"PyArrow file-{way}"]


ARROW = {
    title: f"reading {file}.arrow, 2 threads"
    for title, file in {
        "random floats, LZ4": "table.lz4",
        "random floats, ZSTD": "table.zstd",
        "words and prices, LZ4": "words.lz4",
        "words and prices, ZSTD": "words.zstd",
    }.items()
}


def arrow():
    contenders = {
        "Zenith": "Zenith",
        "PyArrow, batch by batch": either("batches"),
        "PyArrow, all at once": either("all"),
        "PyArrow, two readers by hand": either("hand"),
        "the codec alone": "the codec alone",
    }
    return Report("arrow").matrix("GB/s", ARROW, contenders)


PARQUET = {
    title: f"reading {file}.parquet, 2 threads"
    for title, file in {
        "num, Snappy": "num.snappy",
        "num, ZSTD": "num.zstd",
        "str, Snappy": "str.snappy",
        "str, ZSTD": "str.zstd",
        "num, written by parquet-java": "num.snappy.java",
        "str, written by parquet-java": "str.snappy.java",
    }.items()
}


def parquet():
    contenders = {
        "Zenith": "Zenith",
        "Zenith, dictionaries kept": "Zenith, dictionaries kept",
        "PyArrow": "PyArrow",
        "PyArrow, dictionaries kept": "PyArrow, dictionaries kept",
        "Polars, then Arrow's strings": "Polars, Arrow strings",
        "Polars, strings as views that share words": "Polars",
        "DuckDB": "DuckDB",
        "DuckDB, JDBC, one thread": "DuckDB, JDBC",
        "parquet-java, columns": "parquet-java, columns",
        "parquet-java, groups": "parquet-java, groups",
        "decompression alone, native codec": "decompression alone",
    }
    return Report("parquet").matrix("million rows/s", PARQUET, contenders)


CSV = {
    file: f"reading {file}.csv, 2 threads"
    for file in ("num", "quoted", "airports", "birdstrikes", "species", "zipcodes", "duckdb")
}
REAL = list(CSV)[2:]


def csv():
    contenders = {
        "Zenith": "Zenith",
        "Zenith, types of all records, as by default": "Zenith, types of all records",
        "Zenith, types given": "Zenith, types given",
        "PyArrow, large blocks": "PyArrow, large blocks",
        "PyArrow": "PyArrow",
        "Polars": "Polars",
        "DuckDB": "DuckDB",
        "DuckDB, JDBC, one thread": "DuckDB, JDBC",
        "FastCSV, `parseDouble`, one thread": "FastCSV, parseDouble, one thread",
    }
    return Report("csv").matrix("GB/s", CSV, contenders)


WINDOWS = "5.0 million rows of 12 columns, windows of 65,536, summed"
GLOBAL = "20.0 million rows of 12 columns (1.1 GB), all shuffled, summed"
BLOBS = "20,000 blobs, all shuffled, into one buffer a batch"


def pipeline():
    cases = {
        "windows of 65,536 (5,000,000 rows)": WINDOWS,
        "all rows (20,000,000, 1.1 GB)": GLOBAL,
        "blobs, all (20,000, 600 MB)": BLOBS,
    }
    contenders = {
        "Zenith": ["Zenith", "Zenith, copied once more"],
        "Zenith, blobs as they are delivered": "Zenith, as delivered",
        "NumPy": "numpy",
        "torch `DataLoader`": "torch-0",
        "torch `DataLoader`, two workers": "torch-2",
        "Hugging Face `datasets`": ["datasets", "datasets-reused"],
    }
    return Report("pipeline").matrix("million rows/s", cases, contenders)


def images():
    report = Report("images")
    rows = []
    for label, case, ours, theirs, unit in [
        ("PNG of 28 x 28", "decoding PNG of 28 x 28", "Zenith", "ImageIO alone", "1,000 images/s"),
        ("JPEG of 256 x 256", "decoding JPG of 256 x 256", "Zenith", "ImageIO alone", "1,000 images/s"),
        ("small files, warm", "small files, warm", "packed", "folder of files", "1,000 files/s"),
        ("small files, cold", "small files, cold", "packed", "folder of files", "1,000 files/s"),
    ]:
        mine, beside = report.of(case, ours, unit), report.of(case, theirs, unit)
        rows.append([f"{label}, {unit}", spread(mine), f"{theirs}: {spread(beside)}", ratio(mine, beside)])
    return table(["", "Zenith", "beside it", "ratio"], rows)


PREFETCHED = "+ fetches side by side"


def remote():
    report = Report("remote")
    rows = []
    for title in [
        "transforms on the consumer, one fetch at a time",
        "+ transforms on workers",
        PREFETCHED,
        "+ a disk cache, second epoch",
        "Petastorm",
        "Petastorm, its disk cache, second epoch",
    ]:
        busy = number(statistics.median(report.of(title, "accelerator busy", "%")))
        wire = report.of(title, "from the wire", "MB")
        rows.append([
            title,
            spread(report.of(title, "epoch", "s")),
            f"{busy} %",
            f"{number(statistics.median(wire))} MB" if wire else "",
        ])
    return table(["", "epoch, s", "accelerator busy", "from the wire"], rows)


EXECUTORS = ("", ", with an executor")


def training_images():
    report = Report("training")
    rows = []
    for label, name in {
        "DJL `ArrayDataset`, all in memory": "DJL ArrayDataset, in memory",
        "Zenith, from an Arrow file": "Zenith, Arrow",
        "Zenith, from the published Parquet file": "Zenith, Parquet",
    }.items():
        for suffix in EXECUTORS:
            cells = [spread(report.of("images in DJL", name + suffix, unit)) for unit in ("s", "% waited")]
            rows.append([label + suffix, *cells])
    return table(["", "epoch, s", "waited for data, %"], rows)


def training_table():
    report = Report("training")
    rows = []
    for label, name in {
        "DJL `CsvDataset`": "DJL CsvDataset",
        "Zenith, from CSV": "Zenith, CSV",
        "Zenith, from an Arrow file": "Zenith, Arrow",
    }.items():
        for suffix in EXECUTORS:
            cells = []
            for size in (64, 512):
                case = f"a table in DJL, batches of {size}"
                waited = statistics.median(report.of(case, name + suffix, "% waited"))
                cells += [spread(report.of(case, name + suffix, "rows/s")), f"{number(waited)} %"]
            rows.append([label + suffix, *cells])
    return table(["", "rows/s, batches of 64", "waited", "rows/s, batches of 512", "waited"], rows)


def training_dl4j():
    report = Report("training")
    rows = []
    for label, name in {
        "`RecordReaderDataSetIterator`": "RecordReaderDataSetIterator, CSV",
        "Zenith, from CSV": "Zenith, CSV",
        "Zenith, from an Arrow file": "Zenith, Arrow",
    }.items():
        cells = [spread(report.of("a table in Deeplearning4j", name, unit)) for unit in ("rows/s", "% waited")]
        rows.append([label, *cells])
    return table(["", "rows/s", "waited for data, %"], rows)


def beside(label, name, case, ours, rivals, unit):
    """A line of the summary, beside the fastest of some rivals."""
    report = Report(name)
    mine = report.of(case, ours, unit)
    known = {rival: report.of(case, names, unit) for rival, names in rivals.items()}
    best = max(known, key=lambda rival: statistics.median(known[rival]))
    theirs = number(statistics.median(known[best]))
    return [label, f"{number(statistics.median(mine))} {unit}", f"{best}: {theirs}", ratio(mine, known[best])]


def summary():
    """Beside whoever is the fastest with the same result."""
    arrow_files = {"PyArrow": either("batches") + either("all"), "PyArrow, two readers by hand": either("hand")}
    numbers = {
        "PyArrow": ["PyArrow", "PyArrow, dictionaries kept"],
        "Polars": ["Polars", "Polars, Arrow strings"],
        "DuckDB": "DuckDB",
        "parquet-java": "parquet-java, columns",
    }
    strings = {"PyArrow": "PyArrow", "Polars, to Arrow's strings": "Polars, Arrow strings", "DuckDB": "DuckDB"}
    text = {"PyArrow": ["PyArrow", "PyArrow, large blocks"], "Polars": "Polars", "DuckDB": "DuckDB"}
    columns = {"NumPy, one thread": "numpy", "torch": ["torch-0", "torch-2"]}
    blobs = {"Hugging Face `datasets`": ["datasets", "datasets-reused"]}
    real = [beside(f"CSV: `{file}`", "csv", CSV[file], "Zenith", text, "GB/s") for file in REAL]
    slowest = min(real, key=lambda line: float(line[-1]))
    slowest[0] += f", of {len(real)} real files the least"
    rows = [
        beside("Arrow, LZ4: random floats", "arrow", ARROW["random floats, LZ4"], "Zenith", arrow_files, "GB/s"),
        beside("Arrow, ZSTD: words, prices", "arrow", ARROW["words and prices, ZSTD"], "Zenith", arrow_files, "GB/s"),
        beside("Parquet, Snappy: numbers", "parquet", PARQUET["num, Snappy"], "Zenith", numbers, "million rows/s"),
        beside("Parquet, ZSTD: numbers", "parquet", PARQUET["num, ZSTD"], "Zenith", numbers, "million rows/s"),
        beside("Parquet, Snappy: words, numbers", "parquet", PARQUET["str, Snappy"], "Zenith", strings, "million rows/s"),
        beside("CSV: numbers", "csv", CSV["num"], "Zenith", text, "GB/s"),
        beside("CSV: quotes and line ends in each row", "csv", CSV["quoted"], "Zenith", text, "GB/s"),
        slowest,
        beside("Shuffled in windows: numbers", "pipeline", WINDOWS, "Zenith", columns, "million rows/s"),
        beside("Shuffled: blobs of 30 kB", "pipeline", BLOBS, "Zenith, copied once more", blobs, "million rows/s"),
    ]
    bucket, engine = Report("remote"), Report("training")
    ahead = ", with an executor"
    for label, rival, mine, theirs in [
        (
            "A training on images in a bucket, an epoch",
            "Petastorm",
            bucket.of(PREFETCHED, "epoch", "s"),
            bucket.of("Petastorm", "epoch", "s"),
        ),
        (
            "A training on images in DJL, an epoch",
            "`ArrayDataset`, in memory beforehand",
            engine.of("images in DJL", "Zenith, Arrow" + ahead, "s"),
            engine.of("images in DJL", "DJL ArrayDataset, in memory" + ahead, "s"),
        ),
    ]:
        cells = [f"{number(statistics.median(mine))} s", f"{rival}: {number(statistics.median(theirs))}"]
        rows.append([label, *cells, ratio(theirs, mine)])
    return table(["", "Zenith", "the fastest beside it", "times as fast"], rows)


SUITES = ["batches", "arrow", "parquet", "csv", "pipeline", "images", "remote", "training"]
TABLES = {
    "machines": machines,
    "summary": summary,
    "batches": batches,
    "arrow": arrow,
    "parquet": parquet,
    "csv": csv,
    "pipeline": pipeline,
    "images": images,
    "remote": remote,
    "training images": training_images,
    "training table": training_table,
    "training dl4j": training_dl4j,
}


def made(name):
    suite, _, what = name.rpartition(" ")
    return figures(suite) if what == "figures" else TABLES[name]()


def main():
    shown, others = set(), []
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        text = page.read_text(encoding="utf-8")
        marks = MARK.findall(text)
        if len(marks) != text.count("<!-- runs:"):
            sys.exit(f"{page}: a mark that is no line of its own")
        shown.update(marks)
        new = MARK.sub(lambda mark: f"<!-- runs: {mark[1]} -->\n\n{made(mark[1])}", text)
        if new != text:
            others.append(str(page.relative_to(ROOT)))
            if "--check" not in sys.argv:
                page.write_text(new, encoding="utf-8")
    if missing := {*TABLES, *(f"{suite} figures" for suite in SUITES)} - shown:
        sys.exit(f"on no page: {missing}")
    if others and "--check" in sys.argv:
        sys.exit("not what docs/runs says, which `python3 docs/runs/tables.py` mends: " + ", ".join(others))


if __name__ == "__main__":
    main()
