-- a test
local x = 1
return x
