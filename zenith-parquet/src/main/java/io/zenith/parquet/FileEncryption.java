package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import io.zenith.error.UnsupportedDataException;
import io.zenith.parquet.Decryptor.ModuleType;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import org.apache.parquet.format.AesGcmCtrV1;
import org.apache.parquet.format.AesGcmV1;
import org.apache.parquet.format.ColumnCryptoMetaData;
import org.apache.parquet.format.EncryptionAlgorithm;
import org.jspecify.annotations.Nullable;

/// How a file is encrypted, and the keys to read it with.
///
/// The source: Apache Parquet, `Encryption.md`.
final class FileEncryption {
  /// Ordinals of row groups, columns and pages are signed numbers of 16 bits.
  private static final int MOST_ORDINAL = Short.MAX_VALUE;

  private final boolean isCtr;
  private final byte[] aad;
  private final FileKeys keys;
  private final FileKey footerKey;

  private FileEncryption(boolean isCtr, byte[] aad, FileKeys keys, FileKey footerKey) {
    this.isCtr = isCtr;
    this.aad = aad;
    this.keys = keys;
    this.footerKey = footerKey;
  }

  /// What a file says of its encryption.
  ///
  /// @param keyMetadata what it says of the footer key
  /// @param given the keys that the user has
  /// @param footer where it says so
  static FileEncryption of(
      @Nullable EncryptionAlgorithm found,
      byte @Nullable [] keyMetadata,
      DecryptionKeys given,
      Place footer)
      throws IOException {
    FileKeys keys = new FileKeys(given);
    if (found != null && found.isSetAES_GCM_V1()) {
      AesGcmV1 gcm = found.getAES_GCM_V1();
      byte[] prefix = prefix(gcm.getAad_prefix(), gcm.isSupply_aad_prefix(), given, footer);
      return new FileEncryption(
          false, joined(prefix, gcm.getAad_file_unique()), keys, keys.footer(keyMetadata, footer));
    }
    if (found != null && found.isSetAES_GCM_CTR_V1()) {
      AesGcmCtrV1 ctr = found.getAES_GCM_CTR_V1();
      byte[] prefix = prefix(ctr.getAad_prefix(), ctr.isSupply_aad_prefix(), given, footer);
      return new FileEncryption(
          true, joined(prefix, ctr.getAad_file_unique()), keys, keys.footer(keyMetadata, footer));
    }
    throw footer.unsupported("an encryption other than AES_GCM_V1 and AES_GCM_CTR_V1");
  }

  private static byte[] prefix(
      byte @Nullable [] stored, boolean isToSupply, DecryptionKeys keys, Place footer) {
    byte[] found = Objects.requireNonNullElse(stored, new byte[0]);
    if (keys.aadPrefix().isEmpty()) {
      if (isToSupply && found.length == 0) {
        throw new UnsupportedDataException(
            footer.toString(), "it is encrypted, and its AAD prefix is missing" + FileKeys.HOW);
      }
      return found;
    }
    byte[] given = keys.aadPrefix().get();
    boolean isUnknown = isToSupply && found.length == 0;
    if (!isUnknown && !Arrays.equals(given, found)) {
      HexFormat hex = HexFormat.of();
      throw footer.malformed(
          found.length == 0 ? "no AAD prefix" : "the AAD prefix " + hex.formatHex(found),
          hex.formatHex(given) + ", as it was given");
    }
    return given;
  }

  private static byte[] joined(byte[] prefix, byte @Nullable [] unique) {
    byte[] suffix = Objects.requireNonNullElse(unique, new byte[0]);
    byte[] both = Arrays.copyOf(prefix, prefix.length + suffix.length);
    System.arraycopy(suffix, 0, both, prefix.length, suffix.length);
    return both;
  }

  /// The footer of a file, decrypted.
  ///
  /// @param module on the heap
  byte[] footer(MemorySegment module, Place footer) {
    byte[] plain = new byte[(int) Math.max(0, module.byteSize() - Decryptor.GCM_BYTES)];
    MemorySegment target = MemorySegment.ofArray(plain);
    footerDecryptor(footer).decrypt(ModuleType.FOOTER, 0, module, target, footer);
    return plain;
  }

  /// Checks that nobody has changed a footer in plain text, if its key is there.
  ///
  /// @param bytes the footer, and its signature behind it
  void verify(byte[] bytes, Place footer) {
    if (footerKey.key().isPresent()) {
      footerDecryptor(footer).verify(bytes, footer);
    }
  }

  private Decryptor footerDecryptor(Place footer) {
    return decryptor(new ChunkEncryption(this, 0, 0, footerKey), footer);
  }

  /// How a column chunk is encrypted.
  ///
  /// @param path of the column
  /// @param place the column chunk
  ChunkEncryption chunk(
      ColumnCryptoMetaData found, int rowGroup, int column, ColumnPath path, Place place)
      throws IOException {
    if (Math.max(rowGroup, column) > MOST_ORDINAL) {
      throw place.unsupported("encryption of more than " + MOST_ORDINAL + " columns or row groups");
    }
    if (found.isSetENCRYPTION_WITH_FOOTER_KEY()) {
      return new ChunkEncryption(this, rowGroup, column, footerKey);
    }
    if (found.isSetENCRYPTION_WITH_COLUMN_KEY()) {
      byte[] keyMetadata = found.getENCRYPTION_WITH_COLUMN_KEY().getKey_metadata();
      return new ChunkEncryption(this, rowGroup, column, keys.column(path, keyMetadata, place));
    }
    throw place.unsupported("encryption with a key that is neither the footer's nor the column's");
  }

  /// What decrypts a column chunk.
  ///
  /// @param place the column chunk
  Decryptor decryptor(ChunkEncryption chunk, Place place) {
    if (chunk.isLocked()) {
      throw new UnsupportedDataException(
          place.toString(),
          "it is encrypted, and " + chunk.key().name() + " is missing" + chunk.key().missing());
    }
    return new Decryptor(chunk, isCtr, aad);
  }
}
