-- The block of tokens for who takes a free lock: what is proposed along with the question, if it is above all that this
-- node knows and ahead of its clock; the clock counts where the counter was lost.
--   seq       the last number drawn, or agreed to
--   proposed  nil or 'first last'
-- Model: docs/spec/redlock_token.pml
local function draw_block(queue_key, seq, now, proposed)
  local first, last = string.match(proposed or '', '^(%d+) (%d+)$')
  if not first or tonumber(first) <= math.max(seq, now) then
    return draw(queue_key, seq, now, BLOCK)
  end
  redis.call('ZADD', queue_key, text(-tonumber(last)), '#seq')
  return tonumber(first), tonumber(last)
end
