-- Those who read have entries (entries.lua), and ids that are marked by an r behind the claim lease. The writer is the
-- holder of the lock's hash.

local READERS = '#readers' -- stands for whoever reads, where the id of a holder is asked for

local function is_reader(id)
  return string.find(id, '^[^:]*:%d+:%d+r') ~= nil
end
