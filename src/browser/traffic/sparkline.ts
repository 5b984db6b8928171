const WIDTH = 100
const HEIGHT = 20

/** A small picture of some numbers, the latest at the right edge; there is room for `room` of them. */
export function sparkline(numbers: readonly number[], room: number, description: string): SVGElement {
  const highest = Math.max(...numbers, 1)
  const points = numbers.map((number, at) => {
    const x = WIDTH - ((numbers.length - 1 - at) * WIDTH) / (room - 1)
    const y = HEIGHT - 1 - (number / highest) * (HEIGHT - 2)
    return `${x.toFixed(1)},${y.toFixed(1)}`
  })
  const line = points.join(' ')
  const left = line.slice(0, line.indexOf(','))

  const picture = shape('svg', {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    preserveAspectRatio: 'none',
    role: 'img',
    'aria-label': description,
  })
  picture.append(
    shape('polygon', { points: `${left},${HEIGHT} ${line} ${WIDTH},${HEIGHT}` }),
    shape('polyline', { points: line, 'vector-effect': 'non-scaling-stroke' }),
  )
  return picture
}

/** Made of attributes alone: the content security policy forbids styles inside a page. */
function shape(name: string, attributes: Readonly<Record<string, string>>): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name)
  if (!(element instanceof SVGElement)) throw new TypeError(`SVG has no <${name}>.`)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  return element
}
