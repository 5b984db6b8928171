import { describeSessionStore } from '../session-store.contract.ts'
import { memoryStore } from './memory.ts'

describeSessionStore('memory', async () => {
  const clock = { now: Date.now() }
  return { store: memoryStore({ now: () => clock.now }), clock }
})
