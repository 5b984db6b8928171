/**
 * The rules of memory.ts in Lua, where each script happens at once, because many instances count together.
 * KEYS: a hash for each count, then a flag for the pair. ARGV: the time, the counts as JSON, in the order of the keys.
 */
const RULES = `
local now, counts, pair = tonumber(ARGV[1]), cjson.decode(ARGV[2]), KEYS[#KEYS]
local FIELDS = {
  'underWay', 'rejected', 'windowEndsAt', 'longRejected', 'longEndsAt', 'waitsUntil', 'strikes', 'forgottenAt'
}

local function bucket_of(index)
  local values, bucket = redis.call('HMGET', KEYS[index], unpack(FIELDS)), {}
  local is_forgotten = (tonumber(values[#FIELDS]) or 0) <= now
  for index, field in ipairs(FIELDS) do
    bucket[field] = is_forgotten and 0 or tonumber(values[index])
  end
  if bucket.windowEndsAt <= now then bucket.underWay, bucket.rejected, bucket.windowEndsAt = 0, 0, 0 end
  if bucket.longEndsAt <= now then bucket.longRejected, bucket.longEndsAt = 0, 0 end
  return bucket
end

local function keep(index, bucket, late, grudge)
  local grudge_ends_at = bucket.strikes > 0 and math.max(now, bucket.waitsUntil) + grudge or 0
  bucket.forgottenAt = math.max(bucket.windowEndsAt + late, bucket.longEndsAt, grudge_ends_at)
  local fields = {}
  for _, field in ipairs(FIELDS) do
    fields[#fields + 1] = field
    fields[#fields + 1] = bucket[field]
  end
  redis.call('HSET', KEYS[index], unpack(fields))
  redis.call('PEXPIRE', KEYS[index], bucket.forgottenAt - now)
end

local function open_window(bucket, limit)
  if bucket.windowEndsAt == 0 then bucket.windowEndsAt = now + limit.windowMs end
end
`

/** ARGV, too: how long late answers and earlier waits count. */
export const START = `
-- A full Redis has to say so now, and not when the attempt is to be settled. This writes nothing.
redis.call('SETRANGE', KEYS[#KEYS], 0, '')
${RULES}
local late, grudge = tonumber(ARGV[3]), tonumber(ARGV[4])
local buckets, wait, is_crowded, failures = {}, 0, false, 0
for index, count in ipairs(counts) do
  local bucket, limit = bucket_of(index), count.limit
  buckets[index] = bucket
  if index < #counts then
    wait = math.max(wait, bucket.waitsUntil - now)
    local has_room = bucket.underWay + bucket.rejected < limit.count
      and bucket.underWay < math.max(1, limit.longCount - bucket.longRejected)
    is_crowded = is_crowded or not has_room
    failures = math.max(failures, bucket.longRejected + bucket.underWay)
  end
end
if wait > 0 then return { 'throttled', wait } end
if is_crowded then return { 'crowded' } end

local name, limit = buckets[#counts], counts[#counts].limit
local excess = name.underWay + math.max(name.rejected - limit.count, name.longRejected - limit.longCount)
local answer = { 'started', failures, excess, redis.call('EXISTS', pair) }
for index, bucket in ipairs(buckets) do
  open_window(bucket, counts[index].limit)
  bucket.underWay = bucket.underWay + 1
  keep(index, bucket, late, grudge)
  answer[#answer + 1] = bucket.windowEndsAt
  answer[#answer + 1] = bucket.strikes
end
return answer
`

/** ARGV, too: the outcome, how long late answers, earlier waits and welcomes count, and the longest wait. */
export const SETTLE = `${RULES}
local outcome, late, grudge, welcome, max_wait = ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[5]), ARGV[6], tonumber(ARGV[7])

local function reject(bucket, count)
  local limit, is_late = count.limit, bucket.strikes ~= count.strikes
  bucket.longRejected = bucket.longRejected + 1
  if bucket.longEndsAt == 0 then bucket.longEndsAt = now + limit.longWindowMs end
  if is_late then return end
  open_window(bucket, limit)
  bucket.rejected = bucket.rejected + 1
  local is_full = bucket.rejected >= limit.count or bucket.longRejected >= limit.longCount
  if not is_full or count.whenFull ~= 'wait' then return end
  bucket.waitsUntil = now + math.min(max_wait, limit.windowMs * 2 ^ bucket.strikes)
  bucket.strikes = bucket.strikes + 1
  bucket.underWay, bucket.rejected, bucket.windowEndsAt = 0, 0, 0
end

for index, count in ipairs(counts) do
  local bucket = bucket_of(index)
  if bucket.windowEndsAt == count.windowEndsAt then bucket.underWay = bucket.underWay - 1 end
  if outcome == 'rejected' then reject(bucket, count) end
  keep(index, bucket, late, grudge)
end
if outcome == 'accepted' then redis.call('SET', pair, '1', 'PX', welcome) end
`
