-- When the entry of this id ends, in milliseconds; 0 if it has none, or it is over. The key may be of a foreign type.
local function entry_until(entries_key, id, now)
  local score = redis.pcall('ZSCORE', entries_key, id)
  local ends = type(score) == 'string' and tonumber(score) or 0
  return ends * 1000 > now and ends or 0
end
