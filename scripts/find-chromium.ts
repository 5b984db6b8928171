import { findCommand } from './find-command.ts'

export const chromiumCommands = ['chromium', 'chromium-browser', 'google-chrome']

/** The browser of this machine: Debian's Chromium, or Chrome where that is what people have. */
export function findChromium(): string | undefined {
  return findCommand(chromiumCommands)
}

/** The same without what draws windows. It has no Back button that keeps pages alive, and no settings of a profile. */
export const headlessShellCommands = ['chromium-headless-shell']
