package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.spec.AlgorithmParameterSpec;
import java.util.Arrays;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import org.jspecify.annotations.Nullable;

/// Decrypts the modules of a column chunk, or of a footer. For one thread.
///
/// A module is `length of the rest (int32), nonce, ciphertext, tag`. What is authenticated along
/// with it says where in which file it is, so that none can stand for another one. Pages have no
/// tag under AES_GCM_CTR_V1.
///
/// The source: Apache Parquet, `Encryption.md`.
final class Decryptor {
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BYTES = 16;

  /// What goes before the ciphertext.
  static final int HEAD_BYTES = Integer.BYTES + NONCE_BYTES;

  /// What a module has more than its plain text.
  static final int GCM_BYTES = HEAD_BYTES + TAG_BYTES;

  /// The name of a module: its kind, and the numbers of row group, column and page.
  private static final int NAME_BYTES = 1 + 3 * Short.BYTES;

  private static final int CTR_BYTES = 16;

  /// Structures with statistics of long text are smaller, and those of other readers too.
  private static final int MOST_STRUCTURE_BYTES = 1 << 24;

  private static final int SIGNED_PIECE = 1 << 13;

  /// What modules hold.
  enum ModuleType {
    FOOTER(0),
    COLUMN_METADATA(1),
    DATA_PAGE(2),
    DICTIONARY_PAGE(3),
    DATA_PAGE_HEADER(4),
    DICTIONARY_PAGE_HEADER(5),
    COLUMN_INDEX(6),
    OFFSET_INDEX(7),
    BLOOM_FILTER_HEADER(8),
    BLOOM_FILTER_BITS(9);

    private final int number;

    ModuleType(int number) {
      this.number = number;
    }
  }

  private final SecretKey key;
  private final String keyName;
  private final boolean isCtr;
  private final int rowGroup;
  private final int column;

  /// What is authenticated, of the file, and then the name of a module.
  private final byte[] aad;

  private final int fileBytes;
  private final Cipher gcm = cipher("AES/GCM/NoPadding");
  private @Nullable Cipher ctr;

  /// The nonce, and behind it where CTR begins to count.
  private final byte[] counter = new byte[CTR_BYTES];

  private byte[] sealed = new byte[0];
  private byte[] opened = new byte[0];

  /// @param isCtr whether pages are not authenticated
  /// @param fileAad what is authenticated with all modules of the file
  Decryptor(ChunkEncryption chunk, boolean isCtr, byte[] fileAad) {
    this.key = chunk.key().key().orElseThrow();
    this.keyName = chunk.key().name();
    this.isCtr = isCtr;
    this.rowGroup = chunk.rowGroup();
    this.column = chunk.column();
    this.fileBytes = fileAad.length;
    this.aad = Arrays.copyOf(fileAad, fileBytes + NAME_BYTES);
    counter[CTR_BYTES - 1] = 1;
  }

  /// How many bytes a module takes, of those that begin with it. The next call may find another
  /// number in a mapping.
  static long size(MemorySegment bytes, Place place) {
    long left = bytes.byteSize() - Integer.BYTES;
    int size = left < 0 ? -1 : bytes.get(Numbers.INT, 0);
    if (size < NONCE_BYTES || size > left) {
      throw place.malformed(
          "an encrypted part of " + size + " bytes", NONCE_BYTES + " to " + Math.max(left, 0));
    }
    return (long) Integer.BYTES + size;
  }

  /// Decrypts a structure, such as the header of a page.
  ///
  /// @param page the number of the data page, for its header
  /// @param bytes of the module, in any memory
  /// @return bytes on the heap, until the next call
  MemorySegment structure(ModuleType module, int page, MemorySegment bytes, Place place) {
    if (bytes.byteSize() > MOST_STRUCTURE_BYTES) {
      throw place.unsupported("an encrypted structure of " + bytes.byteSize() + " bytes");
    }
    int size = (int) bytes.byteSize();
    if (sealed.length < size) {
      sealed = new byte[size];
      opened = new byte[size];
    }
    MemorySegment.copy(bytes, Numbers.BYTE, 0, sealed, 0, size);
    MemorySegment source = MemorySegment.ofArray(sealed).asSlice(0, size);
    return decrypt(module, page, source, MemorySegment.ofArray(opened), place);
  }

  /// Decrypts a module.
  ///
  /// @param page the number of the data page, for it and its header
  /// @param bytes of the module, in memory that is no mapping: native code reads it
  /// @param target other memory, of as many bytes
  /// @return the part of the target that was written
  MemorySegment decrypt(
      ModuleType module, int page, MemorySegment bytes, MemorySegment target, Place place) {
    boolean isPage = module == ModuleType.DATA_PAGE || module == ModuleType.DICTIONARY_PAGE;
    boolean hasTag = !isCtr || !isPage;
    long size = bytes.byteSize() - HEAD_BYTES - (hasTag ? TAG_BYTES : 0);
    if (size < 0 || size(bytes, place) != bytes.byteSize()) {
      throw place.malformed("an encrypted part of another size", bytes.byteSize() + " bytes");
    }
    MemorySegment.copy(bytes, Numbers.BYTE, Integer.BYTES, counter, 0, NONCE_BYTES);
    MemorySegment plain = target.asSlice(0, size);
    ByteBuffer source = bytes.asSlice(HEAD_BYTES).asByteBuffer();
    try {
      Cipher cipher = hasTag ? gcm : ctr();
      if (hasTag) {
        begin(Cipher.DECRYPT_MODE, name(module, page));
      } else {
        cipher.init(Cipher.DECRYPT_MODE, key, new IvParameterSpec(counter));
      }
      cipher.doFinal(source, plain.asByteBuffer());
    } catch (AEADBadTagException _) {
      throw wrong(place);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("cannot decrypt " + place, e);
    }
    return plain;
  }

  private void begin(int mode, int nameBytes) throws GeneralSecurityException {
    AlgorithmParameterSpec nonce =
        new GCMParameterSpec(TAG_BYTES * Byte.SIZE, counter, 0, NONCE_BYTES);
    gcm.init(mode, key, nonce);
    gcm.updateAAD(aad, 0, fileBytes + nameBytes);
  }

  private Cipher ctr() {
    Cipher known = ctr;
    if (known == null) {
      known = cipher("AES/CTR/NoPadding");
      ctr = known;
    }
    return known;
  }

  private static Cipher cipher(String transformation) {
    try {
      return Cipher.getInstance(transformation);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java lacks " + transformation, e);
    }
  }

  private RuntimeException wrong(Place place) {
    return place.malformed(
        "bytes that " + keyName + " does not decrypt",
        "what it has encrypted; check this key and the AAD prefix");
  }

  /// Names a module behind what is authenticated of the file.
  ///
  /// @return how many bytes the name has
  private int name(ModuleType module, int page) {
    aad[fileBytes] = (byte) module.number;
    if (module == ModuleType.FOOTER) {
      return 1;
    }
    number(1, rowGroup);
    number(3, column);
    if (module != ModuleType.DATA_PAGE && module != ModuleType.DATA_PAGE_HEADER) {
      return 5;
    }
    number(5, page);
    return NAME_BYTES;
  }

  private void number(int at, int number) {
    aad[fileBytes + at] = (byte) number;
    aad[fileBytes + at + 1] = (byte) (number >> Byte.SIZE);
  }

  /// Checks the signature of a footer in plain text.
  ///
  /// @param bytes the footer, and behind it a nonce and a tag
  void verify(byte[] bytes, Place place) {
    int size = bytes.length - NONCE_BYTES - TAG_BYTES;
    if (size < 0) {
      throw place.malformed("a footer of " + bytes.length + " bytes", "one with a signature");
    }
    System.arraycopy(bytes, size, counter, 0, NONCE_BYTES);
    byte[] tag;
    try {
      begin(Cipher.ENCRYPT_MODE, name(ModuleType.FOOTER, 0));
      byte[] unused = new byte[SIGNED_PIECE + TAG_BYTES];
      for (int at = 0; at < size; at += SIGNED_PIECE) {
        gcm.update(bytes, at, Math.min(SIGNED_PIECE, size - at), unused);
      }
      byte[] end = gcm.doFinal();
      tag = Arrays.copyOfRange(end, end.length - TAG_BYTES, end.length);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("cannot verify " + place, e);
    }
    if (!Arrays.equals(tag, Arrays.copyOfRange(bytes, size + NONCE_BYTES, bytes.length))) {
      throw place.malformed(
          "a signature that is not of " + keyName, "its own; check this key and the AAD prefix");
    }
  }
}
