import { setDefaultTimeout } from 'bun:test'

// Bun's five seconds are too short for a busy machine. A test that hangs is still reported.
setDefaultTimeout(60_000)
