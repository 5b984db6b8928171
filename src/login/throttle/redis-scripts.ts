/**
 * The same rules as in memory-tallies.ts, in Lua, because each has to happen at once: many instances count together.
 * KEYS[1] is a hash, one for each address. ARGV[1] is the time.
 */
const SHARED = `
local bucket, now = KEYS[1], tonumber(ARGV[1])

local function number(field) return tonumber(redis.call('HGET', bucket, field) or 0) end

local function open_window(ends_at)
  redis.call('HSET', bucket, 'started', 0, 'rejected', 0, 'window_ends_at', ends_at)
end

local function forget_at(time)
  redis.call('HSET', bucket, 'forgotten_at', time)
  redis.call('PEXPIRE', bucket, time - now)
end

if number('forgotten_at') <= now then redis.call('DEL', bucket) end
`

/** Answers what came of it, and the end of the window or the time to wait. */
export const START = `
-- A Redis that is full has to say so now, and not when the attempt is to be settled. Adds nothing to what is there.
redis.call('HINCRBY', KEYS[1], 'started', 0)
${SHARED}
local _, count, window, late, grudge = unpack(ARGV)
local wait = number('waits_until') - now
if wait > 0 then return { 'throttled', wait } end
if number('window_ends_at') <= now then open_window(now + window) end
if number('started') >= tonumber(count) then return { 'crowded', 0 } end
redis.call('HINCRBY', bucket, 'started', 1)
forget_at(now + (number('strikes') > 0 and grudge or window + late))
return { 'started', number('window_ends_at') }
`

export const GIVE_BACK = `${SHARED}
if number('window_ends_at') == tonumber(ARGV[2]) then redis.call('HINCRBY', bucket, 'started', -1) end
`

export const REJECT = `${SHARED}
local _, place, count, window, grudge, longest = unpack(ARGV)
if number('window_ends_at') ~= tonumber(place) then return end
if redis.call('HINCRBY', bucket, 'rejected', 1) < tonumber(count) then return end

local wait = math.min(tonumber(longest), window * 2 ^ number('strikes'))
redis.call('HINCRBY', bucket, 'strikes', 1)
redis.call('HSET', bucket, 'waits_until', now + wait)
open_window(0)
forget_at(now + wait + grudge)
`

/** KEYS[1] is a plain number, which Redis forgets by itself. */
export const COUNT_ONE = `
if redis.call('INCR', KEYS[1]) == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
`
