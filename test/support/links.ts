export interface Link {
  readonly href: string
  readonly target: string | undefined
  readonly rel: string | undefined
  /** What it is called, seen or heard. */
  readonly label: string
}

/** Every link of a page. */
export function links(html: string): Link[] {
  return [...html.matchAll(/<a\s([^>]*)>(.*?)<\/a>/gs)].map(([, attributes = '', inside = '']) => ({
    href: attribute(attributes, 'href') ?? '',
    target: attribute(attributes, 'target'),
    rel: attribute(attributes, 'rel'),
    label: `${attribute(attributes, 'aria-label') ?? ''} ${inside.replace(/<[^>]*>/g, ' ')}`.trim(),
  }))
}

function attribute(attributes: string, name: string): string | undefined {
  return new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1]
}
