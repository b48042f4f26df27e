/// Delimited text for Zenith: records become typed columns in Arrow's layout.
@NullMarked
package io.zenith.csv;

import org.jspecify.annotations.NullMarked;
