-- @include ledger.lua
-- @include holders.lua

local permits = tonumber(redis.call('HGET', KEYS[1], 'permits') or '0')
return {'FREE', tickets(KEYS[2]), 1, permits, permits - #entries(entries_key, now_micros())}
