"""Makes train.parquet and test.parquet of Fashion-MNIST.

    python3 examples/fashion.py FOLDER

FOLDER has the four files that https://github.com/zalandoresearch/fashion-mnist offers,
train-images-idx3-ubyte.gz and so on, and gets the two. Needs numpy and pyarrow.
"""

import gzip
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

PIXELS = 28 * 28


def values(file, head):
    """The bytes behind the head of an IDX file."""
    with gzip.open(file) as data:
        return np.frombuffer(data.read(), dtype=np.uint8, offset=head)


def main(folder):
    for name, prefix in (("train", "train"), ("test", "t10k")):
        pixels = values(folder / f"{prefix}-images-idx3-ubyte.gz", 16)
        labels = values(folder / f"{prefix}-labels-idx1-ubyte.gz", 8)
        images = pa.FixedSizeListArray.from_arrays(pa.array(pixels), PIXELS)
        pq.write_table(
            pa.table({"image": images, "label": pa.array(labels)}),
            folder / f"{name}.parquet",
            row_group_size=10_000,
        )


main(Path(sys.argv[1]))
