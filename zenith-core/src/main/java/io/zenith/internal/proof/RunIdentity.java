package io.zenith.internal.proof;

import io.zenith.internal.files.Fingerprint;
import io.zenith.internal.json.FlatJson;
import io.zenith.internal.order.End;
import io.zenith.internal.order.Order;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/// What the rows of each step depend on: two runs that agree in this deliver the same ones.
///
/// @param dataset the fingerprint of the dataset
/// @param shuffle the kind of order, in lower case, such as `none`
/// @param seed 0 where nothing is shuffled
/// @param window rows, 0 where none are shuffled within windows
/// @param lanes how many
/// @param globalBatch rows a step of all ranks
/// @param remainder what becomes of the rows at the end of an epoch
/// @param filter the text of the filter, empty where there is none; a long one is abridged
public record RunIdentity(
    String dataset,
    String shuffle,
    long seed,
    long window,
    long lanes,
    long globalBatch,
    End remainder,
    String filter) {
  private static final int FINGERPRINT_DIGITS = 64;

  /// Room for any filter that someone types.
  private static final int FILTER_CHARS = 1_000;

  public RunIdentity {
    if (window < 0 || lanes < 1 || globalBatch < 1) {
      throw new IllegalArgumentException(
          "window " + window + ", lanes " + lanes + ", global batch " + globalBatch);
    }
    filter = abridged(filter);
  }

  /// A long text by its beginning, its length and its hash: it stays another one than any other.
  private static String abridged(String text) {
    if (text.length() <= FILTER_CHARS) {
      return text;
    }
    byte[] hash = Fingerprint.sha256().digest(text.getBytes(StandardCharsets.UTF_8));
    String end =
        "... (" + text.length() + " characters, SHA-256 " + HexFormat.of().formatHex(hash) + ")";
    return text.substring(0, FILTER_CHARS - end.length()) + end;
  }

  /// SHA-256 of the order's fields, as hexadecimal digits: it tells this order from others, of
  /// whatever dataset.
  public String order() {
    byte[] text = orderFields().compact().getBytes(StandardCharsets.US_ASCII);
    return HexFormat.of().formatHex(Fingerprint.sha256().digest(text));
  }

  private FlatJson orderFields() {
    return FlatJson.empty()
        .put("order_version", Order.VERSION)
        .put("shuffle", shuffle)
        .put("seed", seed)
        .put("window", window)
        .put("lanes", lanes)
        .put("global_batch", globalBatch)
        .put("remainder", name(remainder))
        .put("filter", filter);
  }

  /// The fields of all, with both fingerprints.
  public FlatJson toJson() {
    return FlatJson.empty().put("dataset", dataset).put("order", order()).putAll(orderFields());
  }

  /// Reads what [#toJson] has made.
  public static RunIdentity of(FlatJson json) {
    json.requireVersion("order_version", Order.VERSION);
    RunIdentity identity =
        new RunIdentity(
            json.hex("dataset", FINGERPRINT_DIGITS),
            json.text("shuffle"),
            json.number("seed"),
            json.number("window", 0, Long.MAX_VALUE),
            json.number("lanes", 1, Long.MAX_VALUE),
            json.number("global_batch", 1, Long.MAX_VALUE),
            remainder(json),
            json.text("filter"));
    String order = json.hex("order", FINGERPRINT_DIGITS);
    if (!order.equals(identity.order())) {
      throw json.malformed("order", order, identity.order() + ", as its other fields make it");
    }
    return identity;
  }

  private static End remainder(FlatJson json) {
    String text = json.text("remainder");
    for (End remainder : End.values()) {
      if (name(remainder).equals(text)) {
        return remainder;
      }
    }
    List<String> names = Stream.of(End.values()).map(RunIdentity::name).toList();
    throw json.malformed("remainder", "'" + text + "'", "one of " + names);
  }

  private static String name(End remainder) {
    return remainder.name().toLowerCase(Locale.ROOT);
  }

  /// What differs, such as `window 65,536 in the checkpoint, 32,768 here`; nothing if they agree.
  ///
  /// @param ours what this one is of, such as `in the checkpoint`
  /// @param theirs what the other one is of, such as `here`
  public List<String> differences(RunIdentity other, String ours, String theirs) {
    List<String> differences = new ArrayList<>();
    Map<String, Object> others = other.toJson().fields();
    toJson()
        .fields()
        .forEach((name, value) -> {
          Object another = Objects.requireNonNull(others.get(name));
          // Where the order differs, the fields that make it say why.
          if (!value.equals(another) && !name.equals("order")) {
            differences.add(
                name.replace('_', ' ')
                    + " "
                    + words(name, value)
                    + " "
                    + ours
                    + ", "
                    + words(name, another)
                    + " "
                    + theirs);
          }
        });
    return differences;
  }

  private static String words(String name, Object value) {
    return switch (value) {
      case Long number when !name.equals("seed") -> String.format(Locale.ROOT, "%,d", number);
      case String text when text.isEmpty() -> "none";
      case String text when name.equals("filter") -> "'" + text + "'";
      default -> value.toString();
    };
  }
}
