import { findCommand } from '../../scripts/find-command.ts'

/** The command, made to end when this process ends: a test that failed leaves nothing running. */
export function endsWithUs(command: readonly string[]): string[] {
  const setpriv = findCommand(['setpriv'])
  return setpriv ? [setpriv, '--pdeathsig', 'KILL', ...command] : [...command]
}
