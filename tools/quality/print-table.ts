/** One line of a table, and in words what is wrong with it. */
export interface Row {
  readonly cells: Readonly<Record<string, string | number>>
  readonly faults: readonly string[]
}

/** Prints rows of the same columns under their names, each column as wide as it has to be. */
export function printTable(rows: readonly Row[]): void {
  const [first] = rows
  if (!first) return
  const names = Object.keys(first.cells)
  const lines = [names, ...rows.map(({ cells }) => names.map((name) => String(cells[name])))]
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  for (const line of lines) {
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
  }
  console.log()
}
