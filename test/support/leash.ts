import { findCommand } from '../../scripts/find-command.ts'

/** The command, made to end with the process that started it: a test that failed leaves nothing behind. */
export function onLeash(command: readonly string[]): string[] {
  const setpriv = findCommand(['setpriv'])
  return setpriv ? [setpriv, '--pdeathsig', 'KILL', ...command] : [...command]
}
