-- inspect: who has the lock for how long, and how many wait. Changes nothing.
-- Reply  {'FREE' | 'HELD', waiting, writer_id, first_token, writer_ms_left} and for each reader: id, token, ms_left;
--        without a writer its id is empty and the numbers are 0
-- Cost   O(n) in the first 1000 tickets, O(r) in the readers.  Repeat: asks again.
-- Model: none, as it changes nothing (docs/spec)
local lock_key    = KEYS[1] -- hash   id, token, last: the writer
local queue_key   = KEYS[2] -- zset   tickets and ledger (ledger.lua)
local readers_key = KEYS[3] -- zset   entries of readers (readers.lua)

-- @include ledger.lua
-- @include living.lua
-- @include entries.lua
-- @include readers.lua

local now_ms = math.floor(now_micros() / 1000)
local writer = redis.call('HMGET', lock_key, 'id', 'token')
local reply = {'HELD', living(queue_key), writer[1], tonumber(writer[2] or ''), redis.call('PTTL', lock_key)}
if not (writer[1] and reply[4]) then
  if redis.call('EXISTS', lock_key) == 1 then
    return redis.error_reply('WRONGTYPE the key of the lock is a hash of something else')
  end
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
