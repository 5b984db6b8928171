import { z } from 'zod'

export const ids = ['B4']
export const requirement = '100 000 names from 100 000 addresses cost a bounded memory and lock no user out'

const MAX_MIB = 32

const report = z.object({ before: z.number(), after: z.number(), fresh: z.string() })

/** In a process of its own, because a whole service breathes by more than what is measured here. */
export async function measure(): Promise<{ ok: boolean; figures: string }> {
  const program = Bun.spawn([process.execPath, 'tools/measure/guessers.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { before, after, fresh } = report.parse(await new Response(program.stdout).json())
  const grown = after - before
  const figures = [
    `${before.toFixed(0)} -> ${after.toFixed(0)} MiB, ${grown.toFixed(1)} more (at most ${MAX_MIB})`,
    `a fresh address is ${fresh}`,
  ]
  return { ok: grown <= MAX_MIB && fresh === 'admitted', figures: figures.join('; ') }
}

if (import.meta.main) console.log(await measure())
