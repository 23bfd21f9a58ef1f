package io.holdfast.lock.redlock;

import io.holdfast.lock.core.engine.AskReply;
import io.holdfast.lock.core.server.ServerFailure;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * Votes as a test words them, one for each node: {@code "yes granted no:bob open"}.
 *
 * @param all in the order of the nodes, which is that of the lock, too
 */
record SaidVotes(List<Said> all) implements VoteCount<SaidVotes.Said> {

  /** A vote of a node that is known by its number. */
  record Said(Integer node, String word) implements CountedVote {

    @Override
    public Vote vote() {
      return switch (word) {
        case "yes", "granted" -> granted(new AcceptorState(false, 7, true, "e"));
        case "unsure" -> granted(new AcceptorState(false, 7, false, "e"));
        case "mute" -> granted(AcceptorState.NONE);
        case "queued" ->
            new Vote.Waiting(
                new AskReply.Queued(1, 1, 100, OptionalLong.empty()), AcceptorState.NONE);
        case "open", "slow" -> new Vote.Open();
        case "ended" -> new Vote.Ended();
        case "excluded" -> new Vote.Excluded("in quarantine");
        case "failed" -> Vote.failed(ServerFailure.Kind.UNKNOWN, "no answer");
        default -> {
          if (!word.startsWith("no:")) {
            throw new IllegalArgumentException(word);
          }
          yield new Vote.Refused(
              new AskReply.Held(100, word.substring(3) + "~0:1:1"), AcceptorState.NONE);
        }
      };
    }

    private static Vote granted(AcceptorState state) {
      return new Vote.Granted(TokenBlock.NONE, state, false);
    }

    @Override
    public boolean hasAccepted() {
      return word.equals("yes");
    }

    @Override
    public boolean isOfSlowNode() {
      return word.equals("slow");
    }
  }

  static SaidVotes of(String words) {
    List<String> each = Arrays.asList(words.strip().split(" +"));
    return new SaidVotes(
        IntStream.range(0, each.size()).mapToObj(i -> new Said(i, each.get(i))).toList());
  }

  @Override
  public List<Said> inOrder() {
    return all;
  }

  @Override
  public int majority() {
    return all.size() / 2 + 1;
  }
}
