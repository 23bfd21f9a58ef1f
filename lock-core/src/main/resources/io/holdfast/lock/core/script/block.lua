-- A block of tokens for who takes a free lock.
--   seq     the last number drawn
--   detail  what other kinds are to know besides; nothing here
local function draw_block(queue_key, seq, now, detail) -- luacheck: ignore detail
  return draw(queue_key, seq, now, BLOCK)
end
