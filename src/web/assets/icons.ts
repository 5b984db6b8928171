/** The icons our pages use, by the names lucide gives them. */
export const iconNames = [
  'chevron-down',
  'circle-user',
  'ethernet-port',
  'external-link',
  'gauge',
  'info',
  'log-out',
  'menu',
  'monitor-smartphone',
  'network',
  'rotate-cw',
  'square-terminal',
  'triangle-alert',
  'x',
] as const

export type IconName = (typeof iconNames)[number]

/** One file with every icon as a symbol, made from lucide's single files. */
export function buildSprite(readIcon: (name: IconName) => string): string {
  const symbols = iconNames.map(
    (name) => `<symbol id="${name}" ${stroke}>${drawing(readIcon(name))}</symbol>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg">${licence}${symbols.join('')}</svg>`
}

const stroke =
  'viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"'
const licence = '<!-- Icons by Lucide (lucide.dev), ISC licence -->'

/** The lines between lucide's own <svg> and </svg>. */
function drawing(svg: string): string {
  const inside = /<svg[^>]*>(.*)<\/svg>/s.exec(svg)?.[1]
  if (inside === undefined) throw new TypeError('An icon is not an <svg> element.')
  return inside.replace(/\s*\n\s*/g, '')
}
