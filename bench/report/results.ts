import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { isPinned } from '../measure/cores.ts'
import { loadGenerator } from '../measure/load.ts'
import type { Pace, Report } from '../row.ts'
import { drawBars } from './bars.ts'
import { tableMarkdown } from './table.ts'

/** Writes results.md and its plots into the folder. */
export function writeResults(
  folder: string,
  reports: readonly Report[],
  run: { pace: Pace; node: string },
): void {
  const plots = reports.flatMap((report) => report.plots)
  rmSync(join(folder, 'plots'), { recursive: true, force: true })
  mkdirSync(join(folder, 'plots'))
  const images = plots.map((plot) => {
    const file = `plots/${plot.title
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')}.svg`
    writeFileSync(join(folder, file), drawBars(plot))
    return `![${plot.title}](${file})`
  })
  const table = tableMarkdown(reports.flatMap(({ findings }) => findings))
  writeFileSync(
    join(folder, 'results.md'),
    `# What \`npm run bench\` measured\n\n${about(run)}\n\n${table}\n\n${images.join('\n\n')}\n`,
  )
}

export function about({ pace, node }: { pace: Pace; node: string }): string {
  const [cpu] = cpus()
  const place = isPinned ? 'the contestant on one core, the load on another' : 'nothing pinned to a core'
  return [
    `${new Date().toISOString().slice(0, 10)}, ${cpu?.model ?? 'an unknown processor'}, ${cpus().length} cores,`,
    `${Math.round(totalmem() / 2 ** 30)} GiB; Bun ${Bun.version}, Node ${node}; load by ${loadGenerator}; ${place}.`,
    `${pace.rounds} rounds of ${pace.seconds} s, contestants in turn within each; figures are medians,`,
    `ratios are medians of the ratios within rounds, with the least and the most of them.`,
  ].join(' ')
}
