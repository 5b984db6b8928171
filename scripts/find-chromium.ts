import { findCommand } from './find-command.ts'

export const chromiumCommands = ['chromium', 'chromium-browser', 'google-chrome']

/** The browser of this machine: Debian's Chromium, or Chrome where that is what people have. */
export function findChromium(): string | undefined {
  return findCommand(chromiumCommands)
}
