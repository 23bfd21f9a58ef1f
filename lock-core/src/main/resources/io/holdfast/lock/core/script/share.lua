-- The number of permits that an id asks for stands behind its claim lease: `…:5000p3`.
local function permits_of(id)
  return tonumber(string.match(id, '^[^:]*:%d+:%d+p(%d+)') or '0')
end
