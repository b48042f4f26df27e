"""An epoch of a training on images in a bucket, read by Petastorm: what RemoteTrainingExperiment does with Zenith.

  petastorm_images.py URL ENDPOINT SIDE BATCH STEP_MILLIS SEED EPOCHS [CACHE_DIR]

URL is that of a folder of Parquet files with columns `image`, a PNG, and `label`, the number of the row. All else is as
Petastorm has it by default: ten threads that read row groups and decode them, row groups shuffled. With CACHE_DIR it
keeps what it read on the disk. Prints a line of JSON for the last epoch: seconds, the share of it in which the accelerator
was busy, rows, how many different ones, and a hash of their order.

Runs with petastorm 0.13.1, pyarrow 13.0.0, numpy 1, pandas 2.1, s3fs and Pillow.
"""

import functools
import hashlib
import io
import json
import sys
import time
import warnings

import numpy as np
import pyarrow.parquet as pq
from petastorm import make_batch_reader
from petastorm.transform import TransformSpec
from PIL import Image

# Petastorm needs the old kind of dataset, which pyarrow 13 still has, for whoever asks for it.
pq.ParquetDataset = functools.partial(pq.ParquetDataset, use_legacy_dataset=True)


def decoded(png):
    pixels = np.asarray(Image.open(io.BytesIO(png)).convert("RGB"), np.float32)
    return ((pixels - 127.5) / 127.5).ravel()


def transform(side):
    def decode(rows):
        rows["pixels"] = [decoded(png) for png in rows["image"]]
        return rows[["pixels", "label"]]

    pixels = ("pixels", np.float32, (side * side * 3,), False)
    return TransformSpec(decode, edit_fields=[pixels], selected_fields=["pixels", "label"])


def batches(reader, size):
    labels = []
    for group in reader:
        labels.extend(group.label.tolist())
        while len(labels) >= size:
            yield labels[:size]
            labels = labels[size:]
    if labels:
        yield labels


class Accelerator:
    def __init__(self, step):
        self.seconds = step
        self.busy = 0.0

    def step(self):
        began = time.perf_counter()
        time.sleep(self.seconds)
        self.busy += time.perf_counter() - began


def epoch(options, url, size, step):
    accelerator = Accelerator(step)
    order = hashlib.sha256()
    seen = set()
    rows = 0
    began = time.perf_counter()
    with make_batch_reader(url, num_epochs=1, **options) as reader:
        for labels in batches(reader, size):
            order.update(np.array(labels, np.int64).tobytes())
            seen.update(labels)
            rows += len(labels)
            accelerator.step()
    seconds = time.perf_counter() - began
    return {
        "seconds": seconds,
        "busy": accelerator.busy / seconds,
        "rows": rows,
        "distinct": len(seen),
        "order": int.from_bytes(order.digest()[:6], "big"),
    }


def main(url, endpoint, side, size, millis, seed, epochs, cache=None):
    options = {
        "transform_spec": transform(int(side)),
        "seed": int(seed),
        "storage_options": {"anon": True, "client_kwargs": {"endpoint_url": endpoint}},
    }
    if cache:
        options.update(
            cache_type="local-disk",
            cache_location=cache,
            cache_size_limit=100 << 30,
            cache_row_size_estimate=100_000,
            cache_extra_settings={"cleanup": False},
        )
    for _ in range(int(epochs)):
        result = epoch(options, url, int(size), int(millis) / 1000)
    print(json.dumps(result))


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    if len(sys.argv) not in (8, 9):
        sys.exit(__doc__)
    main(*sys.argv[1:])
