import { AggregatorRegistry, type Registry } from 'prom-client'

/** What one process has counted, as it can be handed to another. */
export type Figures = Readonly<ReturnType<Registry['getMetricsAsArray']>>

/** The figures of several processes as those of one: each metric says itself how it is added up. */
export function addUp(several: readonly Figures[]): Figures {
  return together(several).getMetricsAsArray()
}

/** The same, in Prometheus' text format. */
export function printSum(several: readonly Figures[]): Promise<string> {
  return together(several).metrics()
}

/** Of a process that is no more: what has happened stays so, what it was like at the time does not. */
export function whatStays(figures: Figures): Figures {
  // The types of the library are numbers, its values are words.
  return figures.filter(({ type }) => /^(counter|histogram)$/.test(String(type)))
}

const together = (several: readonly Figures[]) => AggregatorRegistry.aggregate([...several])
