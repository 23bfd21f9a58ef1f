package io.holdfast.lock.core.deadlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.LockKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class BlockedThreadTest {

  private static final BlockedThread PLAIN =
      new BlockedThread(
          "worker-1",
          1_796_061_299_669L,
          1_796_061_330_669L,
          new LockRef(LockKind.PLAIN, "b"),
          List.of("app/1~hJ8w"),
          List.of(new LockRef(LockKind.PLAIN, "a"), new LockRef(LockKind.WRITE, "c")));

  @Test
  void text_ofAThread_isOneLine() {
    assertThat(BlockedThread.text(List.of(PLAIN)))
        .isEqualTo("worker-1 1796061299669 1796061330669 plain:b app%2F1%7EhJ8w plain:a,write:c");
  }

  @Test
  void parse_ofWhateverNames_isWhatWasSaid() {
    BlockedThread odd =
        new BlockedThread(
            "",
            -1,
            0,
            new LockRef(LockKind.QUORUM, "a b\tc\nd,e:f%20+\ud83d\ude00"),
            List.of(),
            List.of(new LockRef(LockKind.FAIR, ""), new LockRef(LockKind.READ, ":,")));

    assertThat(BlockedThread.parse(BlockedThread.text(List.of(PLAIN, odd))))
        .containsExactly(PLAIN, odd);
  }

  @Test
  void parse_ofLinesOfAnotherVersion_leavesThemOut() {
    String line = BlockedThread.text(List.of(PLAIN));

    assertThat(
            BlockedThread.parse(
                String.join(
                    "\n",
                    "",
                    line + " more",
                    line.replace("1796061299669", "soon"),
                    line.replace("plain:b", "other:b"),
                    line.replace("plain:b", "b"),
                    line.replace("%2F", "%zz"),
                    line)))
        .containsExactly(PLAIN);
    assertThat(BlockedThread.parse("")).isEmpty();
  }

  @Test
  void text_ofMoreThanThereIsRoomFor_leavesThreadsOut() {
    BlockedThread large =
        new BlockedThread(
            "large", 0, 1, PLAIN.waitsFor(), List.of(), List.of(plain("x".repeat(20_000))));
    List<BlockedThread> many = new ArrayList<>(Collections.nCopies(1000, PLAIN));
    many.add(0, large);

    String text = BlockedThread.text(many);

    assertThat(text).hasSizeBetween(15_000, 16_384).doesNotContain("large");
    assertThat(BlockedThread.parse(text)).hasSizeGreaterThan(100).containsOnly(PLAIN);
  }

  private static LockRef plain(String name) {
    return new LockRef(LockKind.PLAIN, name);
  }
}
