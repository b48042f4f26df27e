/// Zenith loaders as datasets of the Deep Java Library:
/// [ZenithDataset][io.zenith.djl.ZenithDataset] for its trainers,
/// [ZenithNDArrays][io.zenith.djl.ZenithNDArrays] for loops of one's own.
@NullMarked
package io.zenith.djl;

import org.jspecify.annotations.NullMarked;
