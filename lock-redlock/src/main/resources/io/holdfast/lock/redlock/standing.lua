-- standing: what the server says of itself: which process it is, for how long it is up, that it is a master, what time
-- it is.
-- Reply  {the sections "server" and "replication" of INFO, seconds, microseconds}
-- Cost   O(1).  Repeat: says it again.
local time = redis.call('TIME')
return {redis.call('INFO', 'server'), redis.call('INFO', 'replication'), tonumber(time[1]), tonumber(time[2])}
