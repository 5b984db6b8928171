/**
 * Changes that must happen at once, in Lua. All our keys have the same hash tag, so these run in a cluster too. KEYS[1] is
 * the set of expiries (record keys by the time they expire), ARGV[1] our prefix.
 */
const SHARED = `
local expiries, prefix = KEYS[1], ARGV[1]

local function record_of(key) return prefix .. 'record:' .. key end
local function index_of(owner) return prefix .. 'owner:' .. owner end

-- In a packed record owner, id and address follow the four times. The record may have been overwritten by another program.
local function read(packed)
  local is_ours, owner, id, address = pcall(struct.unpack, '>Hc0Hc0Hc0', packed, 33)
  if is_ours then return owner, id, address end
  return '', '', ''
end

local function owner_in(packed) return (read(packed)) end

local function is_live(key, now)
  local expires_at = redis.call('ZSCORE', expiries, key)
  return expires_at and tonumber(expires_at) > tonumber(now)
end

local function forget(key)
  local packed = redis.call('GET', record_of(key))
  redis.call('ZREM', expiries, key)
  if not packed then return 0 end
  redis.call('ZREM', index_of(owner_in(packed)), key)
  return redis.call('DEL', record_of(key))
end

local function keep_as_long(index, ttl)
  if redis.call('PTTL', index) < tonumber(ttl) then redis.call('PEXPIRE', index, ttl) end
end
`

/** Answers the keys evicted, or nothing when the store is full. */
export const INSERT = `${SHARED}
local _, key, owner, now, expires_at, ttl, created_at, per_owner, total, packed = unpack(ARGV)
local index = index_of(owner)

local evicted = {}
if redis.call('ZCARD', index) >= tonumber(per_owner) then
  local live = {}
  for _, other in ipairs(redis.call('ZRANGE', index, 0, -1)) do
    if is_live(other, now) then table.insert(live, other) end
  end
  for place = 1, #live - per_owner + 1 do evicted[place] = live[place] end
end
if redis.call('ZCOUNT', expiries, '(' .. now, '+inf') - #evicted >= tonumber(total) then return nil end

for _, other in ipairs(evicted) do forget(other) end
redis.call('SET', record_of(key), packed, 'PX', ttl)
redis.call('ZADD', expiries, expires_at, key)
redis.call('ZADD', index, created_at, key)
keep_as_long(index, ttl)
return evicted
`

/**
 * Answers 1, or 0 when there is no such record any more. With an empty idle limit the record keeps its own. It expires
 * `beyond` after the session is over, and Redis deletes it `spare` later.
 */
export const TOUCH = `${SHARED}
local _, key, now, last_seen_at, ends_at, idle_ms, beyond, spare = unpack(ARGV)
local packed = redis.call('GET', record_of(key))
if not packed or not is_live(key, now) then return 0 end
local idle_limit = tonumber(idle_ms) or struct.unpack('>d', packed, 9)
local expires_at = math.min(last_seen_at + idle_limit, ends_at) + beyond
local ttl = math.ceil(math.max(0, expires_at - now) + spare)
redis.call('SETRANGE', record_of(key), 0, struct.pack('>ddd', last_seen_at, idle_limit, expires_at))
redis.call('PEXPIRE', record_of(key), ttl)
redis.call('ZADD', expiries, expires_at, key)
keep_as_long(index_of(owner_in(packed)), ttl)
return 1
`

/** Answers how many records were deleted. */
export const DELETE = `${SHARED}
return forget(ARGV[2])
`

/**
 * Deletes some of the records that have expired by the caller's clock and by Redis' own: an instance whose clock is ahead
 * must not end the sessions of the others. Answers how many, and key, id and address of each that was still there.
 */
export const SWEEP = `${SHARED}
local time = redis.pcall('TIME')
local now = math.min(ARGV[2], time[1] and time[1] * 1000 or ARGV[2])
local due = redis.call('ZRANGEBYSCORE', expiries, '-inf', now, 'LIMIT', 0, ARGV[3])
local gone = {}
for _, key in ipairs(due) do
  local packed = redis.call('GET', record_of(key))
  if packed then
    local _, id, address = read(packed)
    table.insert(gone, { key, id, address })
  end
  forget(key)
end
return { #due, unpack(gone) }
`
