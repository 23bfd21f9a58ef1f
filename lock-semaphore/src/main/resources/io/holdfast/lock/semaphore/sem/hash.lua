-- The error to answer if the hash is not that of a semaphore; nil if it is, or is not there.
local function foreign_hash(lock_key)
  return foreign_fields(lock_key, 'permits', 'size', 'born')
end
