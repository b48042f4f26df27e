package io.zenith.cli;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// JSON in ASCII, so that it survives every terminal and pipe and controls none. Jackson is loaded
/// by nothing else.
final class Json {
  private Json() {}

  /// Prints a report on several lines.
  static void print(Report report, PrintWriter out) {
    ObjectMapper mapper =
        JsonMapper.builder(factory())
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .visibility(PropertyAccessor.ALL, JsonAutoDetect.Visibility.NONE)
            .visibility(PropertyAccessor.FIELD, JsonAutoDetect.Visibility.ANY)
            .build();
    try {
      out.println(mapper.writerWithDefaultPrettyPrinter().writeValueAsString(report));
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Texts as a list on one line.
  static String text(List<String> texts) {
    try {
      return new ObjectMapper(factory()).writeValueAsString(texts);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// A generator of values that are separated by line ends.
  static JsonGenerator lines(Writer out) throws IOException {
    JsonGenerator generator = factory().createGenerator(out);
    generator.disable(JsonGenerator.Feature.FLUSH_PASSED_TO_STREAM);
    generator.setRootValueSeparator(new SerializedString(System.lineSeparator()));
    return generator;
  }

  private static JsonFactory factory() {
    return new JsonFactoryBuilder()
        .characterEscapes(new DeleteEscape())
        .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
        .build();
  }

  /// DEL is ASCII, and a control character all the same.
  private static final class DeleteEscape extends CharacterEscapes {
    private static final long serialVersionUID = 1;

    @Override
    public int[] getEscapeCodesForAscii() {
      int[] codes = standardAsciiEscapesForJSON();
      codes[0x7F] = ESCAPE_STANDARD;
      return codes;
    }

    @Override
    public @Nullable SerializedString getEscapeSequence(int character) {
      return null;
    }
  }
}
