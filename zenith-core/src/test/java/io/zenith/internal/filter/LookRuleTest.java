package io.zenith.internal.filter;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LookRuleTest {
  @Test
  void itLooksAsLongAsThatLeavesHalfOfTheRowsOutAndElseNowAndThen() {
    LookRule rule = new LookRule();
    assertTrue(rule.isWorth());
    rule.learn(10, 5);
    assertTrue(rule.isWorth());
    rule.learn(10, 6);
    for (int round = 0; round < 3; round++) {
      for (int split = 0; split < 15; split++) {
        assertFalse(rule.isWorth());
      }
      assertTrue(rule.isWorth());
    }
    rule.learn(10, 5);
    assertTrue(rule.isWorth());
    assertTrue(rule.isWorth());
  }
}
