-- The error to answer if the hash is not that of a pool; nil if it is, or is not there.
local function foreign_hash(lock_key)
  local answer, values = foreign_fields(lock_key, 'size', 'pool')
  return answer or values[2] and values[2] ~= '1' and not_ours(lock_key) or nil
end
