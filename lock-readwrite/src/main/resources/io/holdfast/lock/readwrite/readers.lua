-- Readers have entries (entries.lua), and ids with an r behind the claim lease. The lock's hash has the writer.

local READERS = '#readers' -- stands for all readers where an id of a holder is expected

local function is_reader(id)
  return string.find(id, '^[^:]*:%d+:%d+r') ~= nil
end
