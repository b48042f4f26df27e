#!/usr/bin/env python3
"""Shuffled batches of an uncompressed Arrow file, as others make them.

  WHAT FILE BATCH WINDOW   answers lines on standard input with a line of JSON each:
                             checksums   {"columns": {...}, "settings": [...], "missing": [...]}
                             SETTING SECONDS   {"passes": millions of rows, "seconds": ..., "cpu": ...}

WHAT is numbers: columns of numbers lie in memory, and each value of a batch is summed: numpy takes the rows of a batch by
an array of row numbers; torch-0 and torch-2 are a DataLoader with so many workers over a data set that does the same with
tensors. WINDOW says how rows are shuffled: in blocks of 65,536 rows and then in windows of so many, or with 0 all.

Or it is blobs: datasets is a Hugging Face data set over the mapped file with shuffled indices; the
bytes of each batch become one dense buffer, by Arrow (datasets) or row by row into the same buffer (datasets-reused).

Row numbers are shuffled beforehand, and their list is used again and again, so that making it is not timed.
"""

import importlib.util
import json
import sys
import time
import zlib

import numpy as np
import pyarrow as pa

BLOCK = 65_536
SEED = 1
HOW_TO_INSTALL = "no {0}: pip install {0}, in the Python that --python names"


def shuffled(rows, window):
    random = np.random.default_rng(SEED)
    if window == 0:
        return random.permutation(rows)
    order = np.arange(rows)
    blocks = np.split(order, range(BLOCK, rows, BLOCK))
    random.shuffle(blocks)
    order = np.concatenate(blocks)
    for start in range(0, rows, window):
        random.shuffle(order[start:start + window])
    return order


def add(totals, name, bits, rows):
    """The sum of bits times twice the number of the row plus one, modulo 2^64."""
    weights = rows.astype(np.uint64) * np.uint64(2) + np.uint64(1)
    totals[name] = (totals.get(name, 0) + int((bits.astype(np.uint64) * weights).sum(dtype=np.uint64))) % 2 ** 64


class Numbers:
    """Columns of numbers, in memory."""

    def __init__(self, table, batch, order):
        numbers = [field.name for field in table.schema if not pa.types.is_binary(field.type)]
        self.columns = {name: table.column(name).to_numpy() for name in numbers}
        self.batch, self.order = batch, order
        self.settings, self.missing = ["numpy"], []
        if importlib.util.find_spec("torch"):
            self.settings += ["torch-0", "torch-2"]
        else:
            self.missing.append(HOW_TO_INSTALL.format("torch"))

    def checksums(self):
        totals = {}
        for start in range(0, len(self.order), BLOCK):
            rows = self.order[start:start + BLOCK]
            for name, column in self.columns.items():
                values = column[rows]
                add(totals, name, values.view(f"u{values.itemsize}"), rows)
        return totals

    def batches(self, setting):
        """Endless; each batch is a list of arrays or tensors."""
        if setting == "numpy":
            return self.by_numpy()
        return self.by_torch(int(setting.split("-")[1]))

    def by_numpy(self):
        columns = list(self.columns.values())
        while True:
            for start in range(0, len(self.order) - self.batch + 1, self.batch):
                rows = self.order[start:start + self.batch]
                yield [column[rows] for column in columns]

    def by_torch(self, workers):
        import torch
        from torch.utils.data import DataLoader

        data = Tensors([torch.from_numpy(column) for column in self.columns.values()])
        loader = DataLoader(data, self.batch, sampler=self.order.tolist(), num_workers=workers, collate_fn=unchanged,
                            drop_last=True)
        own = self.by_numpy()
        checked = 0
        while True:
            for batch in loader:
                if checked < 100:  # the same rows as numpy has
                    checked += 1
                    if not all(np.array_equal(ours.numpy(), theirs) for ours, theirs in zip(batch, next(own))):
                        sys.exit("torch delivered other rows than numpy")
                yield batch

    @staticmethod
    def touch(batch):
        for column in batch:
            column.sum()
        return len(batch[0])


class Tensors:
    """What a DataLoader reads: all rows of a batch at once."""

    def __init__(self, columns):
        self.columns = columns

    def __len__(self):
        return len(self.columns[0])

    def __getitems__(self, rows):
        import torch

        index = torch.tensor(rows)
        return [column[index] for column in self.columns]


def unchanged(batch):
    return batch


class Blobs:
    """A column of binaries and a label, mapped."""

    def __init__(self, table, batch, order):
        self.batch, self.order = batch, order
        self.settings, self.missing, self.data = [], [], None
        self.dense = np.empty(0, np.uint8)
        if not importlib.util.find_spec("datasets"):
            self.missing.append(HOW_TO_INSTALL.format("datasets"))
            return
        import datasets

        # Over the record batches as they are mapped: what from_file makes of a stream.
        mapped = datasets.Dataset(datasets.table.InMemoryTable(table))
        self.data = mapped.select(order).with_format("arrow")
        self.settings = ["datasets", "datasets-reused"]

    def checksums(self):
        totals, at = {}, 0
        if self.data is None:
            return totals
        for batch in self.data.iter(self.batch):
            rows = self.order[at:at + len(batch)]
            blobs = [zlib.crc32(blob.as_buffer()) for blob in batch.column("blob")]
            add(totals, "blob", np.array(blobs, np.uint64), rows)
            add(totals, "label", batch.column("label").to_numpy(), rows)
            at += len(batch)
        return totals

    def batches(self, setting):
        while True:
            for batch in self.data.iter(self.batch, drop_last_batch=True):
                yield batch, setting

    def touch(self, of):
        batch, setting = of
        column = batch.column("blob")
        if setting == "datasets":
            column.combine_chunks()
        else:
            self.copy(column)
        return len(batch)

    def copy(self, column):
        sizes = [int(np.diff(ends(chunk)[[0, -1]])[0]) for chunk in column.chunks]
        if self.dense.size < sum(sizes):
            self.dense = np.empty(2 * sum(sizes), np.uint8)
        at = 0
        for chunk, size in zip(column.chunks, sizes):
            first = ends(chunk)[0]
            self.dense[at:at + size] = np.frombuffer(chunk.buffers()[2], np.uint8, size, first)
            at += size


def ends(chunk):
    return np.frombuffer(chunk.buffers()[1], np.int32, len(chunk) + 1, chunk.offset * 4)


def turn(contender, batches, seconds):
    rows, cpu, began = 0, time.process_time(), time.perf_counter()
    while rows == 0 or time.perf_counter() - began < seconds:
        for _ in range(10):
            rows += contender.touch(next(batches))
    return {"passes": rows / 1e6, "seconds": time.perf_counter() - began, "cpu": time.process_time() - cpu}


def serve(what, path, batch, window):
    table = pa.ipc.open_file(pa.memory_map(path)).read_all()
    contender = {"numbers": Numbers, "blobs": Blobs}[what](table, batch, shuffled(table.num_rows, window))
    running = {}
    for line in sys.stdin:
        words = line.split()
        if words == ["checksums"]:
            columns = {name: f"{total:016x}" for name, total in contender.checksums().items()}
            answer = {"columns": columns, "settings": contender.settings, "missing": contender.missing}
        else:
            if words[0] not in running:
                running[words[0]] = contender.batches(words[0])
            answer = turn(contender, running[words[0]], float(words[1]))
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    if len(sys.argv) == 5:
        serve(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
    else:
        sys.exit(__doc__)
