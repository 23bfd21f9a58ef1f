-- When the entry of this id ends, or has ended, in milliseconds; nil if it has none. The key may be of a foreign type.
local function entry_of(entries_key, id)
  local score = redis.pcall('ZSCORE', entries_key, id)
  return type(score) == 'string' and tonumber(score) or nil
end

-- When the entry of this id ends, in milliseconds; 0 if it has none, or it is over. The key may be of a foreign type.
local function entry_until(entries_key, id, now)
  local ends = entry_of(entries_key, id) or 0
  return ends * 1000 > now and ends or 0
end
