/// Images for Zenith: transforms that decode, resize, flip and crop them.
@NullMarked
package io.zenith.image;

import org.jspecify.annotations.NullMarked;
