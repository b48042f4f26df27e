package io.zenith.internal.order;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zenith.testkit.Property;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PieceIndexTest {
  /// Pieces of one row beside large ones: at both ends of each, and anywhere.
  @Test
  void eachOffsetIsInThePieceThatHasIt() {
    Property.check(
        500,
        (random, _) -> {
          long most = 1L << random.nextInt(1, 40);
          List<Piece> pieces = new ArrayList<>();
          long laid = 0;
          for (int left = random.nextInt(1, 60); left > 0; left--) {
            long count = random.nextInt(4) == 0 ? 1 : random.nextLong(1, most + 1);
            pieces.add(new Piece(0, 0, count, 0, laid));
            laid += count;
          }
          PieceIndex index = new PieceIndex(pieces, laid);
          for (int place = 0; place < pieces.size(); place++) {
            Piece piece = pieces.get(place);
            assertEquals(place, index.at(piece.offset()));
            assertEquals(place, index.at(piece.offset() + random.nextLong(piece.count())));
            assertEquals(place, index.at(piece.offset() + piece.count() - 1));
          }
        });
  }
}
