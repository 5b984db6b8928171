import type { Metrics } from '../../metrics/metrics.ts'
import type { Message, Question } from './messages.ts'

/** In a worker: says that it is ready, and answers what the parent asks from then on. */
export function answerParent(metrics: Metrics | undefined): void {
  process.on('message', (question: Question) => {
    if (question === 'alive') tell({ kind: 'alive' })
    else void metrics?.figures().then((figures) => tell({ kind: 'figures', figures }))
  })
  tell({ kind: 'ready' })
}

function tell(message: Message): void {
  if (process.connected) process.send?.(message)
}
