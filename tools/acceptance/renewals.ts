import type { Renewals } from '../measure/renew-under-load.ts'

export const ids = ['R6']
export const requirement =
  'a new certificate loses no request, where the kernel hands over what the old listener has not taken'

export async function measure(): Promise<{ ok: boolean; figures: string }> {
  const [without, withIt] = [await renewWith(0), await renewWith(1)]
  return {
    ok: withIt.lost === 0,
    figures: `net.ipv4.tcp_migrate_req=1: ${say(withIt)} (none may be); without: ${say(without)}`,
  }
}

/** In a network namespace of its own, so that the setting changes nothing else. */
async function renewWith(migrate: 0 | 1): Promise<Renewals> {
  const inside = 'ip link set lo up; echo "$1" >/proc/sys/net/ipv4/tcp_migrate_req; shift; exec "$@"'
  const work = [process.execPath, 'tools/measure/renew-under-load.ts']
  const program = Bun.spawn(
    ['unshare', '--map-root-user', '--net', 'sh', '-ec', inside, 'sh', String(migrate), ...work],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const text = await new Response(program.stdout).text()
  if ((await program.exited) !== 0) throw new Error('no network of its own could be made: unshare and ip')
  return JSON.parse(text)
}

const say = ({ renewals, answered, lost }: Renewals) =>
  `${lost} of ${answered + lost} requests lost over ${renewals} renewals`

if (import.meta.main) console.log(await measure())
