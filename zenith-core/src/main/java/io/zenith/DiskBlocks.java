package io.zenith;

import io.zenith.internal.cache.CacheFolder;
import io.zenith.internal.cache.CacheKey;
import io.zenith.internal.cache.Content;
import io.zenith.internal.cache.Fill;
import io.zenith.internal.cache.StoredEntry;
import io.zenith.internal.layout.Node;
import io.zenith.internal.pipeline.Binder;
import io.zenith.internal.pipeline.FileSplit;
import io.zenith.internal.pipeline.SplitStore;
import io.zenith.internal.rows.Chunk;
import io.zenith.internal.rows.FileColumns;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Decoded splits in a folder that processes share.
final class DiskBlocks implements SplitStore<Chunk>, AutoCloseable {
  /// How long a split is waited for that someone else reads. Then it is read by whoever waits: the
  /// other one may be stopped, or have a worse way to the data.
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

  private static final long MOST_PAUSE_MILLIS = 50;

  /// How long no split of a size is tried for which there was no room.
  private static final long FULL_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final CacheFolder folder;
  private final BlockPlan plan;
  private long @Nullable [] numbers;

  // The smallest split for which there was no room, and when that was.
  private long refused = Long.MAX_VALUE;
  private long refusedAt;

  DiskBlocks(CacheFolder folder, BlockPlan plan) {
    this.folder = folder;
    this.plan = plan;
  }

  @Override
  public Optional<List<Chunk>> find(FileSplit split, Arena arena) {
    if (!plan.isKnown(split)) {
      return Optional.empty();
    }
    try {
      return folder.find(plan.key(split), arena).map(entry -> chunks(split, entry));
    } catch (IOException _) {
      return Optional.empty(); // it is removed, and read again
    }
  }

  private List<Chunk> chunks(FileSplit split, StoredEntry entry) {
    FileColumns columns = plan.columns(split);
    Binder<Chunk> binder = Chunk.binders(columns).get();
    List<Chunk> chunks = new ArrayList<>();
    for (BlockStructure.Part part :
        BlockStructure.read(entry.kept(), entry.structure(), columns.fields())) {
      chunks.add(
          part.batch()
              .map(batch -> binder.bind(split.split(), batch))
              .orElseGet(() -> Chunk.gap(part.rows())));
    }
    return chunks;
  }

  @Override
  public boolean has(FileSplit split) {
    return plan.isKnown(split) && folder.has(plan.key(split));
  }

  @Override
  public Optional<Turn<Chunk>> turn(FileSplit split, BooleanSupplier wanted) {
    CacheKey key = plan.key(split);
    long end = System.nanoTime() + PATIENCE_NANOS;
    long pause = 1;
    while (wanted.getAsBoolean() && mayHave(split) && System.nanoTime() < end) {
      Optional<Fill> fill = folder.tryFill(key);
      if (folder.has(key)) {
        fill.ifPresent(Fill::close);
        return Optional.empty();
      }
      if (fill.isPresent()) {
        return Optional.of(new Put(split, fill.get()));
      }
      try {
        TimeUnit.MILLISECONDS.sleep(pause);
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
        return Optional.empty();
      }
      pause = Math.min(MOST_PAUSE_MILLIS, 2 * pause);
    }
    return Optional.empty();
  }

  /// Whether there may be room for a split.
  private synchronized boolean mayHave(FileSplit split) {
    if (System.nanoTime() - refusedAt > FULL_NANOS) {
      refused = Long.MAX_VALUE;
    }
    return plan.isKnown(split) && !folder.isReadOnly() && split.bytes() < refused;
  }

  private synchronized void refuse(FileSplit split) {
    refused = Math.min(refused, split.bytes());
    refusedAt = System.nanoTime();
  }

  /// Entries of this dataset make no room for each other: else each would be thrown away before it
  /// is needed again.
  private synchronized boolean isWanted(long number) {
    long[] known = numbers;
    if (known == null) {
      known = plan.numbers();
      numbers = known;
    }
    return BlockPlan.has(known, number);
  }

  private final class Put implements Turn<Chunk> {
    private final FileSplit split;
    private final Fill fill;

    private Put(FileSplit split, Fill fill) {
      this.split = split;
      this.fill = fill;
    }

    @Override
    public void put(List<Chunk> batches) {
      for (Chunk batch : batches) {
        for (Node column : batch.nodes()) {
          if (!isSound(column)) {
            return; // it says so to whoever uses it
          }
        }
      }
      Content content = BlockStructure.write(batches);
      if (!fill.write(content, plan.capacity(), DiskBlocks.this::isWanted)) {
        refuse(split);
      }
    }

    private static boolean isSound(Node node) {
      return !node.isCorrupt()
          && (node.dictionary == null || isSound(node.dictionary))
          && node.children.stream().allMatch(Put::isSound);
    }

    @Override
    public void close() {
      fill.close();
    }
  }

  @Override
  public void close() {
    folder.close();
  }
}
