package io.zenith.internal.pipeline;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// How the splits of one file are read.
///
/// @param binders makes a binder for each read
/// @param sieve finds the rows to read, if there is a filter that is asked meanwhile
/// @param <T> a record batch, as bound for the consumer
public record Reading<T>(Supplier<Binder<T>> binders, @Nullable Sieve sieve) {}
