import type { TemplateFunction } from 'eta/core'

// What the executable carries with it: `npm run build` replaces this module.

/** Our files, base64 by name; undefined in a checkout, where they are on disk. */
export const embedded: Readonly<Record<string, string>> | undefined = undefined

/** Our templates as functions, by name; none in a checkout, where each is compiled when it is first drawn. */
export const compiledViews: Readonly<Record<string, TemplateFunction>> = {}
