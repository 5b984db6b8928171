/** A plot of a few values, one bar each. */
export interface Bars {
  readonly title: string
  readonly unit: string
  readonly lines: readonly { readonly label: string; readonly value: number }[]
}

const WIDTH = 640
const LABEL = 150
const VALUE = 90
const ROW_HEIGHT = 26
const TOP = 34

/** As SVG, in colours that stand out on light and dark alike. */
export function drawBars({ title, unit, lines }: Bars): string {
  const max = Math.max(...lines.map(({ value }) => value))
  const height = TOP + ROW_HEIGHT * lines.length + 8
  const bars = lines.map(({ label, value }, index) => {
    const y = TOP + ROW_HEIGHT * index
    const length = Math.max(1, (value / max) * (WIDTH - LABEL - VALUE))
    return `  <text x="${LABEL - 8}" y="${y + 15}" text-anchor="end">${inXml(label)}</text>
  <rect x="${LABEL}" y="${y + 2}" width="${length.toFixed(1)}" height="18" rx="3"${index === 0 ? ' class="ours"' : ''}/>
  <text x="${LABEL + length + 6}" y="${y + 15}">${figure(value)}${unit && ` ${inXml(unit)}`}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${inXml(title)}">
  <style>text { font: 13px system-ui, sans-serif; fill: #8a8f98 } .title { font-weight: 600 } rect { fill: #9aa4b2 } .ours { fill: #2f7de1 }</style>
  <text x="8" y="20" class="title">${inXml(title)}</text>
${bars.join('\n')}
</svg>
`
}

function figure(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(value >= 10 ? 1 : 2)
}

const inXml = (text: string) => Bun.escapeHTML(text)
