/** A JSON line of the log, for people: time, level, event, and the fields that tell something. */
export function prettyLine(line: string): string {
  const { time, level, event, request: _request, error, ...fields } = JSON.parse(line)
  const told = Object.entries(fields).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
  const because = error ? [JSON.stringify(error)] : []
  return `${[String(time).slice(11, 19), String(level).padEnd(5), event, ...told, ...because].join(' ')}\n`
}
