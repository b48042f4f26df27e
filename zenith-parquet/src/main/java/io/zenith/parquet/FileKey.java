package io.zenith.parquet;

import java.util.Optional;
import javax.crypto.SecretKey;

/// A key that parts of a file are encrypted with.
///
/// @param name which one, for errors
/// @param key nothing if it is missing
/// @param missing why it is, or what to do then
record FileKey(String name, Optional<SecretKey> key, String missing) {}
