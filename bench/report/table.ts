import type { Finding } from '../row.ts'

const HEAD = ['what', 'against', 'aim', 'measured', 'met'] as const

function cellsOf({ what, against, aim, measured, isMet }: Finding): readonly string[] {
  return [what, against, aim, measured, isMet === undefined ? '' : isMet ? 'yes' : 'no']
}

/** For the terminal: columns as wide as their widest cell. */
export function tableText(findings: readonly Finding[]): string {
  const rows = [HEAD, ...findings.map(cellsOf)]
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

export function tableMarkdown(findings: readonly Finding[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(HEAD), line(HEAD.map(() => '---')), ...findings.map((finding) => line(cellsOf(finding)))].join(
    '\n',
  )
}
