import { serve } from 'bun'

/**
 * Loaded into the service with `--preload`: the longest that its one thread worked on end, by processor time. Unlike a wait,
 * that is not longer on a machine that does something else meanwhile. Asked over a socket; each answer begins anew.
 */
const usedMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

let longest = 0
let last = usedMs()
setInterval(() => {
  const now = usedMs()
  longest = Math.max(longest, now - last)
  last = now
}, 1).unref()

serve({
  unix: process.env.SLICE_METER_SOCKET ?? '',
  fetch() {
    const answer = String(longest)
    longest = 0
    return new Response(answer)
  },
}).unref()
