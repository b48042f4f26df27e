package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.internal.order.OrderedRows;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.testkit.MemFile;
import io.zenith.testkit.MemFolder;
import io.zenith.testkit.Property;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A cache on a disk changes what is read, and nothing that is delivered.
class DiskCacheTest {
  private static final String LARGE = "1 GiB";

  @TempDir private Path temp;

  /// So many times the id.
  private record Times(long factor) implements Transform {
    @Override
    public Schema output(Schema input) {
      List<Field> fields = new ArrayList<>(input.fields());
      fields.add(Field.of("times", Ids.TYPE));
      return new Schema(fields, input.metadata());
    }

    @Override
    public void apply(Rows rows) {
      MemorySegment out = rows.out("times");
      for (int i = 0; i < rows.count(); i++) {
        out.setAtIndex(ValueLayout.JAVA_LONG, i, factor * rows.in().longs("id").get(i));
      }
    }

    @Override
    public Optional<String> identity() {
      return Optional.of("times/1 " + factor);
    }
  }

  private DiskCache cache() {
    return DiskCache.at(temp.resolve("cache"), LARGE);
  }

  /// A loader that keeps nothing in memory from one epoch to the next: that would hide the disk.
  private static DataLoader.Builder loader(MemFolder folder) throws IOException {
    return folder.open().loader(7).window(50).memoryBudget("480 KiB");
  }

  private static void readAll(DataLoader.Builder options) {
    try (DataLoader loader = options.build()) {
      loader.forEach(Ids::check);
    }
  }

  @Test
  void everyStepIsTheSameWithAnyCache() {
    AtomicInteger number = new AtomicInteger();
    Property.check(
        30,
        (random, _) -> {
          LoaderCase choice = LoaderCase.random(random);
          int world = 1 + random.nextInt(random.nextBoolean() ? 1 : 3);
          boolean isMade = random.nextBoolean();
          OrderedRows expected = choice.expected();
          Path at = temp.resolve("cache" + number.getAndIncrement());
          String size = random.nextInt(3) == 0 ? 1 + random.nextInt(60) + " KB" : LARGE;
          try (MemFolder folder = MemFolder.of(choice.files().toArray(MemFile[]::new))) {
            Dataset dataset = choice.dataset(folder.open());
            for (int run = 0; run < 3; run++) {
              for (int rank = 0; rank < world; rank++) {
                DataLoader.Builder options = choice.withoutCache(dataset, rank, world);
                if (isMade) {
                  options.map(new Times(5));
                }
                options.cache(DiskCache.at(at, size)).threads(1 + random.nextInt(4));
                try (DataLoader loader = options.build()) {
                  for (Batch batch : loader) {
                    assertEquals(
                        expected.rows(batch.epoch(), (int) batch.step(), rank, world),
                        numbers(batch));
                    check(batch, 5);
                  }
                }
              }
              assertEquals(List.of(), faults(at));
              damage(at, random);
            }
          }
        });
  }

  private static List<Long> numbers(Batch batch) {
    List<Long> numbers = new ArrayList<>();
    for (int row = 0; row < batch.rows(); row++) {
      numbers.add(batch.rowNumber(row));
    }
    return numbers;
  }

  private static void check(Batch batch, long factor) {
    Ids.check(batch);
    if (batch.schema().fields().size() > 1) {
      LongColumn made = batch.longs("times");
      for (int row = 0; row < batch.rows(); row++) {
        assertEquals(factor * batch.rowNumber(row), made.get(row));
      }
    }
  }

  private static List<String> faults(Path cache) throws IOException {
    List<String> faults = new ArrayList<>();
    for (DiskCache.Entry entry : DiskCache.entries(cache)) {
      entry.fault().ifPresent(faults::add);
    }
    return faults;
  }

  /// Does to some entries what disks, crashes and people do.
  private static void damage(Path cache, SplittableRandom random) throws IOException {
    List<DiskCache.Entry> entries = DiskCache.entries(cache);
    for (DiskCache.Entry entry : entries) {
      byte[] bytes = Files.readAllBytes(entry.file());
      switch (random.nextInt(8)) {
        case 0 -> bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        case 1 -> bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
        case 2 -> bytes = Arrays.copyOf(bytes, bytes.length + 1);
        case 3 -> bytes = Files.readAllBytes(entries.getFirst().file());
        case 4 -> Arrays.fill(bytes, (byte) 0);
        default -> {}
      }
      Files.write(entry.file(), bytes);
    }
  }

  @Test
  void whatIsThereIsNotReadAgain() throws Exception {
    for (Shuffle shuffle : List.of(Shuffle.none(), Shuffle.windowed(3))) {
      MemFile file = Ids.file("a.mem", true, 0, 40, 40, 40);
      AtomicInteger reads = Ids.reads(file);
      try (MemFolder folder = MemFolder.of(file)) {
        readAll(loader(folder).epochs(4).shuffle(shuffle).prefetch(1).cache(cache()));
        assertEquals(3, reads.get(), shuffle.toString());
        readAll(loader(folder).epochs(2).shuffle(5).cache(cache()));
        assertEquals(3, reads.get(), "another run");
      }
    }
  }

  @Test
  void viewsOfNearFilesAreThereAlready() throws Exception {
    try (MemFolder folder = MemFolder.of(Ids.file("a.mem", false, 0, 40, 40))) {
      readAll(loader(folder).epochs(2).cache(cache()));
    }
    assertEquals(List.of(), DiskCache.entries(temp.resolve("cache")));
  }

  /// What differs in anything that the bytes of an entry depend on never meets.
  @Test
  void othersAreNotTakenForIt() throws Exception {
    MemFile file = Ids.file("a.mem", true, 0, 40, 40);
    AtomicInteger reads = Ids.reads(file);
    try (MemFolder folder = MemFolder.of(file)) {
      readAll(loader(folder).cache(cache()));
      assertEquals(2, reads.getAndSet(0));
      for (long factor : List.of(5L, 7L, 5L)) {
        try (DataLoader loader = loader(folder).map(new Times(factor)).cache(cache()).build()) {
          loader.forEach(batch -> check(batch, factor));
        }
      }
      assertEquals(4, reads.getAndSet(0), "one of them was there");
      Filter even = Filter.in("id", 1, 2, 50);
      for (int run = 0; run < 2; run++) {
        readAll(
            folder
                .open()
                .filter(even)
                .loader(4)
                .shuffle(1)
                .window(50)
                .memoryBudget("480 KiB")
                .cache(cache()));
      }
      assertEquals(2 + 2, reads.getAndSet(0), "the columns of the filter, and the rows, once");
      file.change();
      readAll(loader(folder).cache(cache()));
      assertEquals(2, reads.getAndSet(0), "another version");
    }
    try (MemFolder folder = MemFolder.of(file)) {
      readAll(loader(folder).cache(cache()));
    }
    assertEquals(2, reads.get(), "another folder");
  }

  /// A cache that is too small keeps the same part from epoch to epoch.
  @Test
  void aSmallCacheKeepsItsShare() throws Exception {
    MemFile file = Ids.file("a.mem", true);
    int splits = 40;
    for (int i = 0; i < splits; i++) {
      file.split(Ids.batch(i * 1000L, 1000));
    }
    int epochs = 6;
    try (MemFolder folder = MemFolder.of(file)) {
      readAll(loader(folder).cache(cache()));
      long all =
          DiskCache.entries(temp.resolve("cache")).stream().mapToLong(DiskCache.Entry::bytes).sum();
      DiskCache.clear(temp.resolve("cache"));
      DiskCache half = DiskCache.at(temp.resolve("cache"), Long.toString(all / 2));
      long before;
      Report.DiskCacheUse use;
      try (DataLoader loader = loader(folder).epochs(epochs).shuffle(1).cache(half).build()) {
        Iterator<Epoch> each = loader.epochs().iterator();
        each.next().forEach(Ids::check);
        before = loader.report().diskCache().read();
        each.forEachRemaining(epoch -> epoch.forEach(Ids::check));
        use = loader.report().diskCache();
      }
      double hits = use.found() / (double) (use.found() + use.read() - before);
      assertTrue(hits >= 0.95 / 2, use + ", " + before + " in the first epoch");
      long kept =
          DiskCache.entries(temp.resolve("cache")).stream().mapToLong(DiskCache.Entry::bytes).sum();
      assertTrue(kept <= all / 2, kept + " bytes");
    }
  }

  /// Data that nobody uses makes room for other data.
  @Test
  void whatWasNotUsedForLongestMakesRoom() throws Exception {
    MemFile first = Ids.file("a.mem", true, 0, 1000, 1000);
    MemFile second = Ids.file("b.mem", true, 0, 1000, 1000);
    AtomicInteger reads = Ids.reads(first, second);
    DiskCache two = DiskCache.at(temp.resolve("cache"), "30 KB");
    try (MemFolder folder = MemFolder.of(first)) {
      readAll(loader(folder).cache(two));
      assertEquals(2, DiskCache.entries(temp.resolve("cache")).size());
    }
    for (DiskCache.Entry entry : DiskCache.entries(temp.resolve("cache"))) {
      Files.setLastModifiedTime(entry.file(), FileTime.from(entry.lastUsed().minusSeconds(9)));
    }
    try (MemFolder folder = MemFolder.of(second)) {
      readAll(loader(folder).cache(two));
      reads.set(0);
      readAll(loader(folder).cache(two));
    }
    assertEquals(0, reads.get());
    assertEquals(2, DiskCache.entries(temp.resolve("cache")).size());
  }

  @Test
  void filesOfOthersDoNoHarm() throws Exception {
    Path at = temp.resolve("cache");
    MemFile file = Ids.file("a.mem", true, 0, 40, 40);
    AtomicInteger reads = Ids.reads(file);
    try (MemFolder folder = MemFolder.of(file)) {
      readAll(loader(folder).cache(cache()));
      Files.writeString(
          Files.createDirectory(at.resolve("entries/zz")).resolve("notes"), "of others");
      Files.writeString(at.resolve("unfinished/notes"), "of others");
      reads.set(0);
      readAll(loader(folder).cache(cache()));
    }
    assertEquals(0, reads.get());
    assertEquals(3, DiskCache.entries(at).size());
    assertEquals(List.of("9 bytes, expected at least 64"), faults(at));
    DiskCache.clear(at);
    assertEquals(List.of(), DiskCache.entries(at));
  }

  @Test
  void loadersAtTheSameTimeReadEachSplitOnce() throws Exception {
    MemFile file = Ids.file("a.mem", true);
    for (int i = 0; i < 30; i++) {
      file.split(Ids.batch(i * 100L, 100));
    }
    AtomicInteger reads = Ids.reads(file);
    try (MemFolder folder = MemFolder.of(file)) {
      List<Thread> threads = new ArrayList<>();
      List<Throwable> failures = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        long seed = i;
        threads.add(
            Thread.ofPlatform()
                .start(() -> {
                  try {
                    readAll(loader(folder).shuffle(seed).cache(cache()));
                  } catch (Throwable e) {
                    synchronized (failures) {
                      failures.add(e);
                    }
                  }
                }));
      }
      for (Thread thread : threads) {
        thread.join();
      }
      assertEquals(List.of(), failures);
    }
    assertEquals(30, reads.get());
  }

  @Test
  void aFolderOfOtherThingsIsRefused() throws Exception {
    Files.writeString(temp.resolve("thesis.txt"), "years of work");
    try (MemFolder folder = MemFolder.of(Ids.file("a.mem", true, 0, 40))) {
      DataLoader.Builder options = loader(folder).cache(DiskCache.at(temp, LARGE));
      assertEquals(
          temp.toRealPath() + " has files in it and is no cache: name a folder of its own",
          assertThrows(IllegalArgumentException.class, options::build).getMessage());
    }
    assertThrows(IOException.class, () -> DiskCache.clear(temp));
    assertThrows(IOException.class, () -> DiskCache.entries(temp));
    assertEquals("years of work", Files.readString(temp.resolve("thesis.txt")));
  }
}
