package io.zenith.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import io.zenith.Dataset;
import io.zenith.architecture.planted.one.Caller;
import io.zenith.architecture.planted.two.Callee;
import io.zenith.arrow.Arrow;
import io.zenith.arrow.schema.ArrowSchema;
import io.zenith.bench.BenchCommand;
import io.zenith.cli.Main;
import io.zenith.codec.Codec;
import io.zenith.csv.Csv;
import io.zenith.datasets.GeneratedSet;
import io.zenith.djl.ZenithDataset;
import io.zenith.dl4j.ZenithDataSetIterator;
import io.zenith.image.Decode;
import io.zenith.parquet.Parquet;
import io.zenith.s3.S3Storage;
import java.io.ObjectInputStream;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.zip.Inflater;
import org.junit.jupiter.api.Test;

/// Which way the code looks: modules to the left only, packages in no circle, nobody inside another
/// module; and what library code never does. Each rule has seen classes, and a violation.
class ArchitectureTest {
  static {
    // Rules ask for names only: what lies outside of the modules need not be read.
    ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
  }

  private static final JavaClasses CORE = module(Dataset.class, 60);
  private static final JavaClasses CODEC = module(Codec.class, 10);
  private static final JavaClasses ARROW_SCHEMA = module(ArrowSchema.class, 6);
  private static final JavaClasses ARROW = module(Arrow.class, 20);
  private static final JavaClasses PARQUET = module(Parquet.class, 100);
  private static final JavaClasses CSV = module(Csv.class, 30);
  private static final JavaClasses IMAGE = module(Decode.class, 15);
  private static final JavaClasses S3 = module(S3Storage.class, 8);
  private static final JavaClasses DJL = module(ZenithDataset.class, 8);
  private static final JavaClasses DL4J = module(ZenithDataSetIterator.class, 4);
  private static final JavaClasses DATASETS = module(GeneratedSet.class, 5);
  private static final JavaClasses BENCH = module(BenchCommand.class, 20);
  private static final JavaClasses CLI = module(Main.class, 20);

  private static final String BRIDGE = "io.zenith.arrow.bridge";

  private static final String INTERNAL = "io.zenith.internal.";

  private static final String[] CORE_API = {
    "io.zenith", "io.zenith.error", "io.zenith.schema", "io.zenith.spi"
  };

  /// What is in core below its API, and what it knows there besides what formats know.
  private static final Map<String, List<String>> LAYERS =
      Map.of(
          "json", List.of(),
          "cache", List.of(),
          "order", List.of(),
          "storage", List.of(),
          "pipeline", List.of("order", "storage"),
          "layout", List.of("storage"),
          "rows", List.of("layout", "pipeline", "storage"),
          "filter", List.of("rows", "layout", "pipeline", "storage"),
          "files", List.of("layout", "pipeline", "storage"),
          "proof", List.of("files", "json", "order", "pipeline"));

  /// The classes of the module that has this class: of its folder or its jar.
  private static JavaClasses module(Class<?> member, int least) {
    JavaClasses classes =
        new ClassFileImporter()
            .importLocations(
                Set.of(Location.of(member.getProtectionDomain().getCodeSource().getLocation())));
    assertTrue(classes.contain(member) && classes.size() >= least, member + " alone was seen");
    return classes;
  }

  private static JavaClasses planted(Class<?>... violators) {
    return new ClassFileImporter().importClasses(violators);
  }

  private static void holds(ArchRule rule, JavaClasses... modules) {
    for (JavaClasses module : modules) {
      rule.check(module);
    }
  }

  private static void finds(ArchRule rule, Class<?>... violators) {
    assertTrue(rule.evaluate(planted(violators)).hasViolation(), () -> "blind: " + rule);
  }

  private static ArchRule knowsOnly(String... packages) {
    return classes().should().onlyDependOnClassesThat().resideInAnyPackage(packages);
  }

  private static String[] and(String[] packages, String... more) {
    return Stream.of(packages, more).flatMap(Arrays::stream).toArray(String[]::new);
  }

  @Test
  void coreKnowsNobody() {
    ArchRule rule =
        knowsOnly(and(CORE_API, "io.zenith.internal..", "java..", "jdk.jfr", "org.jspecify.."));
    holds(rule, CORE);
    finds(rule, KnowsArrow.class);
  }

  static final class KnowsArrow {
    final Arrow arrow;

    KnowsArrow(Arrow arrow) {
      this.arrow = arrow;
    }
  }

  /// What a seed means depends on nothing that can be configured or run.
  @Test
  void theOrderKnowsNobody() {
    ArchRule rule =
        knowsOnly(
            "io.zenith.internal.order",
            "java.lang..",
            "java.util",
            "java.util.function",
            "java.util.random",
            "java.util.stream",
            "org.jspecify..");
    holds(rule, CORE.that(resideInAPackage("io.zenith.internal.order")));
    finds(rule, KnowsInternals.class);
  }

  @Test
  void layersOfCoreKnowThoseBelowOnly() {
    String[] open = {
      "io.zenith.error",
      "io.zenith.schema",
      "io.zenith.spi",
      "io.zenith.internal",
      "java..",
      "jdk.jfr",
      "org.jspecify.."
    };
    Set<String> layers = new TreeSet<>();
    LAYERS.forEach((layer, below) -> {
      layers.add(INTERNAL + layer);
      String[] known =
          Stream.concat(Stream.of(layer), below.stream())
              .map(INTERNAL::concat)
              .toArray(String[]::new);
      ArchRule rule = knowsOnly(and(open, known));
      holds(rule, CORE.that(resideInAPackage(INTERNAL + layer)));
      finds(rule, KnowsTheApi.class);
    });
    Set<String> packages = new TreeSet<>();
    CORE.that(resideInAPackage(INTERNAL + "."))
        .forEach(type -> packages.add(type.getPackageName()));
    packages.remove("io.zenith.internal");
    assertEquals(packages, layers);
  }

  static final class KnowsTheApi {
    final Dataset dataset;

    KnowsTheApi(Dataset dataset) {
      this.dataset = dataset;
    }
  }

  @Test
  void codecsKnowTheOpenPartsOfCoreOnly() {
    ArchRule rule =
        knowsOnly(
            and(
                CORE_API,
                "io.zenith.codec..",
                "java..",
                "org.jspecify..",
                "net.jpountz..",
                "com.github.luben.zstd.."));
    holds(rule, CODEC);
    finds(rule, KnowsInternals.class);
    finds(rule, KnowsArrow.class);
  }

  @Test
  void schemasOfArrowKnowTheOpenPartsOfCoreOnly() {
    ArchRule rule =
        knowsOnly(
            and(
                CORE_API,
                "io.zenith.arrow.schema",
                "java..",
                "org.jspecify..",
                "org.apache.arrow.flatbuf..",
                "com.google.flatbuffers.."));
    holds(rule, ARROW_SCHEMA);
    finds(rule, KnowsInternals.class);
    finds(rule, KnowsArrow.class);
  }

  /// Native code takes addresses, and must not take those of a mapping: few classes see to that.
  @Test
  void fewClassesOfCodecsReachNativeCode() {
    ArchRule zstd =
        noClasses()
            .that()
            .haveNameNotMatching("io\\.zenith\\.codec\\.Zstd(Native|Functions|Pieces)")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("com.github.luben.zstd..");
    ArchRule linker =
        noClasses()
            .that()
            .haveNameNotMatching("io\\.zenith\\.codec\\.(NativeLibrary|Lz4Native|ZstdFunctions)")
            .should()
            .dependOnClassesThat()
            .belongToAnyOf(Linker.class)
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("io.zenith.codec.NativeLibrary");
    ArchRule inflater =
        noClasses()
            .that()
            .doNotHaveFullyQualifiedName("io.zenith.codec.GzipDecoder")
            .should()
            .dependOnClassesThat()
            .belongToAnyOf(Inflater.class);
    for (ArchRule rule : List.of(zstd, linker, inflater)) {
      holds(rule, CODEC, CORE, ARROW_SCHEMA, ARROW, PARQUET);
      finds(rule, CallsNativeCode.class);
    }
  }

  static final class CallsNativeCode {
    final Class<?> zstd = com.github.luben.zstd.Zstd.class;
    final Linker linker = Linker.nativeLinker();
    final Inflater inflater = new Inflater();
  }

  @Test
  void formatsKnowTheOpenPartsOfCoreAndCodecsOnly() {
    ArchRule rule =
        knowsOnly(
            and(
                CORE_API,
                "io.zenith.codec..",
                "io.zenith.arrow..",
                "java..",
                "org.jspecify..",
                "org.apache.arrow.flatbuf..",
                "com.google.flatbuffers.."));
    holds(rule, ARROW.that(resideOutsideOfPackage(BRIDGE)));
    finds(rule, KnowsInternals.class);
    finds(rule, KnowsTheCommandLine.class);
    finds(rule, KnowsVectors.class);
  }

  @Test
  void parquetKnowsTheOpenPartsOfCoreAndCodecsOnly() {
    ArchRule rule =
        knowsOnly(
            and(
                CORE_API,
                "io.zenith.codec..",
                "io.zenith.arrow.schema",
                "io.zenith.parquet",
                "java..",
                "javax.crypto..",
                "org.jspecify..",
                "org.apache.parquet.format..",
                "shaded.parquet.org.apache.thrift..",
                "net.jpountz.xxhash",
                "org.brotli.dec"));
    holds(rule, PARQUET);
    finds(rule, KnowsInternals.class);
    finds(rule, KnowsArrow.class);
  }

  @Test
  void csvKnowsTheOpenPartsOfCoreOnly() {
    ArchRule rule = knowsOnly(and(CORE_API, "io.zenith.csv", "java..", "org.jspecify.."));
    holds(rule, CSV);
    finds(rule, KnowsInternals.class);
    finds(rule, KnowsArrow.class);
  }

  @Test
  void imagesKnowTheOpenPartsOfCoreOnly() {
    ArchRule rule =
        knowsOnly(and(CORE_API, "io.zenith.image", "java..", "javax.imageio..", "org.jspecify.."));
    holds(rule, IMAGE);
    finds(rule, KnowsInternals.class);
    finds(rule, KnowsArrow.class);
  }

  @Test
  void storagesKnowTheOpenPartsOfCoreOnly() {
    ArchRule rule =
        knowsOnly(
            and(
                CORE_API,
                "io.zenith.s3",
                "java..",
                "javax.net.ssl",
                "org.jspecify..",
                "software.amazon.awssdk.."));
    holds(rule, S3);
    finds(rule, KnowsInternals.class);
    finds(rule, KnowsArrow.class);
  }

  @Test
  void adaptersKnowTheOpenPartsOfCoreAndTheirEngineOnly() {
    ArchRule djl =
        knowsOnly(and(CORE_API, "io.zenith.djl", "java..", "org.jspecify..", "ai.djl.."));
    holds(djl, DJL);
    finds(djl, KnowsInternals.class);
    ArchRule dl4j =
        knowsOnly(and(CORE_API, "io.zenith.dl4j", "java..", "org.jspecify..", "org.nd4j.linalg.."));
    holds(dl4j, DL4J);
    finds(dl4j, KnowsArrow.class);
  }

  static final class KnowsVectors {
    final Class<?> vector = org.apache.arrow.vector.IntVector.class;
  }

  /// arrow-java's vectors are loaded by the bridge alone, which reads no format.
  @Test
  void theBridgeKnowsCoreAndArrowJavaOnly() {
    ArchRule rule =
        knowsOnly(
            and(
                CORE_API,
                BRIDGE,
                "java..",
                "org.jspecify..",
                "org.apache.arrow.c",
                "org.apache.arrow.memory..",
                "org.apache.arrow.vector.."));
    holds(rule, ARROW.that(resideInAPackage(BRIDGE)));
    finds(rule, KnowsInternals.class);
    finds(rule, KnowsArrow.class);
  }

  /// Segments are made of addresses in one class, which sees to it that they live.
  @Test
  void addressesAreTrustedInOneClass() {
    ArchRule rule = neverUses(MemorySegment.class, "reinterpret");
    holds(rule, CORE, CODEC, ARROW_SCHEMA, PARQUET, CSV, IMAGE, S3, DJL, DL4J);
    holds(rule, ARROW.that(DescribedPredicate.not(simpleName("Addresses"))));
    finds(rule, TrustsAddresses.class);
  }

  static final class TrustsAddresses {
    @SuppressWarnings("restricted") // what the rule is about
    MemorySegment at(long address) {
      return MemorySegment.ofAddress(address).reinterpret(1);
    }
  }

  static final class KnowsInternals {
    Object uri(String text) {
      return io.zenith.internal.storage.Locations.uri(text);
    }
  }

  static final class KnowsTheCommandLine {
    final Class<?> main = Main.class;
  }

  @Test
  void nobodyLooksIntoCore() {
    ArchRule rule =
        noClasses().should().dependOnClassesThat().resideInAPackage("io.zenith.internal..");
    holds(
        rule, CODEC, ARROW_SCHEMA, ARROW, PARQUET, CSV, IMAGE, S3, DJL, DL4J, DATASETS, BENCH, CLI);
    finds(rule, KnowsInternals.class);
  }

  @Test
  void packagesOfAModuleFormNoCircle() {
    ArchRule rule = slices().assignedFrom(new ByPackage()).should().beFreeOfCycles();
    holds(
        rule,
        CORE,
        CODEC,
        ARROW_SCHEMA,
        ARROW,
        PARQUET,
        CSV,
        IMAGE,
        S3,
        DJL,
        DL4J,
        DATASETS,
        BENCH,
        CLI);
    finds(rule, Caller.class, Callee.class);
  }

  private static final class ByPackage implements SliceAssignment {
    @Override
    public SliceIdentifier getIdentifierOf(JavaClass javaClass) {
      return SliceIdentifier.of(javaClass.getPackageName());
    }

    @Override
    public String getDescription() {
      return "packages";
    }
  }

  /// Calls and method references.
  private static ArchRule neverUses(Class<?> owner, String member) {
    return noClasses()
        .should()
        .accessTargetWhere(
            DescribedPredicate.describe(
                owner.getSimpleName() + "." + member,
                (JavaAccess<?> access) ->
                    access.getTargetOwner().isEquivalentTo(owner)
                        && access.getTarget().getName().equals(member)));
  }

  /// A third kind of segment behind columns would make every hot loop slow for good.
  @Test
  void noSegmentIsMadeOfAnArray() {
    ArchRule rule = neverUses(MemorySegment.class, "ofArray");
    holds(rule, CORE, CODEC, ARROW_SCHEMA, ARROW, IMAGE, DJL, DL4J);
    // Text is read into arrays, and looked at there; no column has them.
    holds(
        rule,
        CSV.that(DescribedPredicate.not(simpleName("FileCursor").or(simpleName("FarCursor")))));
    finds(rule, MakesSegments.class);
    finds(rule, RefersToSegments.class);
  }

  static final class MakesSegments {
    MemorySegment of(float... values) {
      return MemorySegment.ofArray(values);
    }
  }

  static final class RefersToSegments {
    final Function<float[], MemorySegment> maker = MemorySegment::ofArray;
  }

  /// Names in a file must never decide which class is loaded.
  @Test
  void noClassIsLoadedByNameAndNoObjectIsDeserialized() {
    for (ArchRule byName :
        List.of(neverUses(Class.class, "forName"), neverUses(ClassLoader.class, "loadClass"))) {
      holds(byName, CORE, CODEC, ARROW_SCHEMA, ARROW, PARQUET, CSV, IMAGE, S3, DJL, DL4J);
    }
    finds(neverUses(Class.class, "forName"), LoadsByName.class);
    finds(neverUses(ClassLoader.class, "loadClass"), LoadsByLoader.class);
    ArchRule deserialized =
        noClasses().should().dependOnClassesThat().areAssignableTo(ObjectInputStream.class);
    holds(deserialized, CORE, CODEC, ARROW_SCHEMA, ARROW, PARQUET, CSV, IMAGE, S3, DJL, DL4J);
    finds(deserialized, Deserializes.class);
  }

  static final class LoadsByName {
    Class<?> load(String name) throws ClassNotFoundException {
      return Class.forName(name);
    }
  }

  static final class LoadsByLoader {
    Class<?> load(ClassLoader loader, String name) throws ClassNotFoundException {
      return loader.loadClass(name);
    }
  }

  static final class Deserializes {
    Object read(ObjectInputStream in) throws Exception {
      return in.readObject();
    }
  }

  @Test
  void aLibraryDoesNotPrint() {
    ArchRule out = neverUses(System.class, "out");
    ArchRule err = neverUses(System.class, "err");
    ArchRule stacks =
        noClasses()
            .should()
            .accessTargetWhere(
                DescribedPredicate.describe(
                    "printStackTrace",
                    (JavaAccess<?> access) ->
                        access.getTarget().getName().equals("printStackTrace")));
    for (ArchRule rule : List.of(out, err, stacks)) {
      holds(rule, CORE, CODEC, ARROW_SCHEMA, ARROW, PARQUET, CSV, IMAGE, S3, DJL, DL4J);
    }
    finds(out, PrintsOut.class);
    finds(err, PrintsErr.class);
    finds(stacks, PrintsStacks.class);
  }

  static final class PrintsOut {
    void print() {
      System.out.println();
    }
  }

  static final class PrintsErr {
    void print() {
      System.err.println();
    }
  }

  static final class PrintsStacks {
    void print(RuntimeException e) {
      e.printStackTrace();
    }
  }

  @Test
  void memoryIsReachedByTheForeignMemoryApiOnly() {
    ArchRule rule =
        noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("sun..", "jdk.internal..", "io.netty..");
    holds(rule, CORE, CODEC, ARROW_SCHEMA, ARROW, PARQUET, CSV, IMAGE, S3, DJL, DL4J);
    finds(rule, ReachesAround.class);
  }

  static final class ReachesAround {
    final Class<?> type = io.netty.util.internal.PlatformDependent.class;
  }

  /// A hostile pattern or text slows a regular expression down without bound.
  @Test
  void noRegularExpressionSeesTextOfUsersOrFiles() {
    ArchRule patterns =
        noClasses().should().dependOnClassesThat().resideInAPackage("java.util.regex..");
    holds(patterns, CORE, CODEC, ARROW_SCHEMA, ARROW, PARQUET, CSV, IMAGE, S3, DJL, DL4J);
    finds(patterns, CompilesPatterns.class);
    for (String method : List.of("matches", "replaceAll", "replaceFirst")) {
      holds(
          neverUses(String.class, method),
          CORE,
          CODEC,
          ARROW_SCHEMA,
          ARROW,
          PARQUET,
          CSV,
          IMAGE,
          S3,
          DJL,
          DL4J);
    }
    finds(neverUses(String.class, "matches"), MatchesText.class);
    finds(neverUses(String.class, "replaceAll"), ReplacesAll.class);
    finds(neverUses(String.class, "replaceFirst"), ReplacesFirst.class);
  }

  static final class CompilesPatterns {
    Object compile(String pattern) {
      return java.util.regex.Pattern.compile(pattern);
    }
  }

  static final class MatchesText {
    boolean matches(String text) {
      return text.matches("a*");
    }
  }

  static final class ReplacesAll {
    String replace(String text) {
      return text.replaceAll("a*", "");
    }
  }

  static final class ReplacesFirst {
    String replace(String text) {
      return text.replaceFirst("a*", "");
    }
  }

  @Test
  void aRuleThatSeesNothingFails() {
    ArchRule rule = knowsOnly("java..");
    JavaClasses none = new ClassFileImporter().importClasses();
    AssertionError blind = assertThrows(AssertionError.class, () -> rule.check(none));
    assertFalse(blind.getMessage().isEmpty());
  }
}
