package io.zenith.cli;

import io.zenith.csv.Csv;
import io.zenith.csv.Ragged;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// How delimited text is read. With any of these options files are delimited text, whatever their
/// names.
final class TextOptions {
  @Option(
      names = "--delimiter",
      paramLabel = "CHAR",
      description = "What is between fields of delimited text, or tab. Default: a comma.")
  private @Nullable String delimiter;

  @Option(
      names = "--quote",
      paramLabel = "CHAR",
      description = "What is around fields, or '' for nothing. Default: a double quote.")
  private @Nullable String quote;

  @Option(
      names = "--header",
      paramLabel = "WHICH",
      description =
          "yes: the first line has the names of columns; no: it has not; else these are the names,"
              + " with commas, of columns without a header. Default: yes.")
  private @Nullable String header;

  @Option(
      names = "--types",
      paramLabel = "TYPES",
      description =
          "Types of columns, as zip:string,a:int8, or one for all, as string. Default: the first"
              + " that holds all values.")
  private @Nullable String types;

  @Option(
      names = "--nulls",
      paramLabel = "WORDS",
      description =
          "What means null besides nothing, with commas, as NA,NULL; an empty word is a quoted"
              + " field without a byte.")
  private @Nullable String nulls;

  @Option(
      names = "--ragged",
      paramLabel = "RULE",
      description =
          "Lines with too few or too many fields: error, fill (too few: null) or skip. Default:"
              + " error.")
  private @Nullable Ragged ragged;

  @Option(
      names = "--comment",
      paramLabel = "CHAR",
      description = "What begins lines to leave out. Default: nothing.")
  private @Nullable String comment;

  @Option(
      names = "--skip-lines",
      paramLabel = "N",
      description = "Lines to leave out at the beginning. Default: 0.")
  private @Nullable Integer skipLines;

  @Option(
      names = "--infer-from",
      paramLabel = "ROWS",
      description =
          "Rows that decide about types that are not given. Default: all, of files above 1 GiB the"
              + " first 1,048,576.")
  private @Nullable Long inferFrom;

  /// Whether any is given.
  boolean areSet() {
    return delimiter != null
        || quote != null
        || header != null
        || types != null
        || nulls != null
        || ragged != null
        || comment != null
        || skipLines != null
        || inferFrom != null;
  }

  /// The format that they describe.
  ///
  /// @throws CommandFailure if one of them is no such thing
  Csv format() {
    try {
      return make();
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(String.valueOf(e.getMessage()), e);
    }
  }

  private Csv make() {
    Csv format = Csv.format();
    if (delimiter != null) {
      format = format.delimiter(character("--delimiter", delimiter));
    }
    if (quote != null) {
      format = quote.isEmpty() ? format.noQuotes() : format.quote(character("--quote", quote));
    }
    if (comment != null) {
      format = format.comment(character("--comment", comment));
    }
    if (header != null) {
      format =
          switch (header) {
            case "yes" -> format.header(true);
            case "no" -> format.header(false);
            default -> format.names(header.split(",", -1));
          };
    }
    if (types != null) {
      format = format.types(types);
    }
    if (nulls != null) {
      format = format.nulls(nulls.split(",", -1));
    }
    if (ragged != null) {
      format = format.ragged(ragged);
    }
    if (skipLines != null) {
      format = format.skipLines(skipLines);
    }
    return inferFrom == null ? format : format.inferFrom(inferFrom);
  }

  private static char character(String option, String text) {
    if (text.equals("tab") || text.equals("\\t")) {
      return '\t';
    }
    if (text.length() != 1) {
      throw new IllegalArgumentException(option + " " + text + ": one character, or tab");
    }
    return text.charAt(0);
  }
}
