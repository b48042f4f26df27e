/// Zenith loaders as iterators of Deeplearning4j:
/// [ZenithDataSetIterator][io.zenith.dl4j.ZenithDataSetIterator] for networks of one input and one
/// output, [ZenithMultiDataSetIterator][io.zenith.dl4j.ZenithMultiDataSetIterator] for others.
@NullMarked
package io.zenith.dl4j;

import org.jspecify.annotations.NullMarked;
