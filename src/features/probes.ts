import type { FeatureProbe } from './features.ts'
import { webShortcuts } from './web-shortcuts.ts'
import { yangFeatures } from './yang-features.ts'

/** What is looked for on every device, at every login. */
export const builtInProbes: readonly FeatureProbe[] = [webShortcuts, yangFeatures]
