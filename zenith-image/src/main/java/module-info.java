import org.jspecify.annotations.NullMarked;

/// Images for Zenith: decoded, resized, flipped and cropped on the threads of the loader.
@NullMarked
module io.zenith.image {
  requires transitive io.zenith.core;
  requires java.desktop;
  requires static org.jspecify;

  exports io.zenith.image;
}
