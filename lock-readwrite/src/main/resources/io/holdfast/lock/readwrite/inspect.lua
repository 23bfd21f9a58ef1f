-- inspect: who has the lock for how long, and how many wait. Changes nothing.
-- Reply  {'FREE' | 'HELD', waiting, writer_id, first_token, writer_ms_left} and for each reader: id, token, ms_left;
--        without a writer its id is empty and the numbers are 0
-- Cost   O(n) in the first 1000 tickets, O(r) in the readers.  Repeat: asks again.
-- Model: none, as it changes nothing (docs/spec)
local lock_key    = KEYS[1] -- hash   id, token, last: the writer
local queue_key   = KEYS[2] -- zset   tickets and ledger (ledger.lua)
local readers_key = KEYS[3] -- zset   entries of readers (readers.lua)

-- @include ledger.lua
-- @include foreign.lua
-- @include living.lua
-- @include entries.lua
-- @include readers.lua

local not_ours_answer, writer = foreign(lock_key, queue_key)
if not_ours_answer then
  return not_ours_answer
end
local now_ms = math.floor(now_micros() / 1000)
local reply = {'HELD', living(queue_key), writer[1], tonumber(writer[2] or ''), redis.call('PTTL', lock_key)}
if not writer[1] then
  reply = {'FREE', reply[2], '', 0, 0}
end
local reading = redis.call(
  'ZRANGE', readers_key, '+inf', '(' .. text(now_ms), 'BYSCORE', 'REV', 'WITHSCORES')
for i = 1, #reading, 2 do
  reply[#reply + 1] = reading[i]
  reply[#reply + 1] = last_number(queue_key)
  reply[#reply + 1] = tonumber(reading[i + 1]) - now_ms
end
return reply
