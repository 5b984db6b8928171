import { describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { commands } from '../../src/cli/command.ts'
import { temporaryFile } from '../../test/support/temporary-file.ts'
import { findCommand } from '../find-command.ts'
import { completions, manPage } from './shell-help.ts'

test('the man page names every command and flag', async () => {
  const page = await manPage('1.2.3')
  for (const [name, { load }] of commands) {
    expect(page).toContain(`.SH PORTICO ${name.toUpperCase()}`)
    for (const { flag } of (await load()).flags) expect(page).toContain(flag.replaceAll('-', '\\-'))
  }
})

test.skipIf(!findCommand(['man']))('man finds nothing wrong with the page', async () => {
  const file = temporaryFile('portico.1', await manPage('1.2.3'))
  const { stderr, stdout } = Bun.spawnSync(['man', '--warnings', '-l', file], {
    env: { ...process.env, MANPAGER: 'cat', MANWIDTH: '80', LC_ALL: 'C.UTF-8' },
  })
  expect(stderr.toString()).toBe('')
  expect(stdout.toString()).toContain('--restconf URL')
})

describe('the shells complete', () => {
  test('commands and flags in bash', async () => {
    const { bash } = await completions()
    const file = temporaryFile('portico.bash', bash)
    const complete = (words: string, current: number) =>
      Bun.spawnSync([
        'bash',
        '-c',
        `. ${file}; COMP_WORDS=(${words}); COMP_CWORD=${current}; _portico; echo "\${COMPREPLY[@]}"`,
      ])
        .stdout.toString()
        .trim()
    expect(complete('portico do', 1)).toBe('doctor')
    expect(complete('portico serve --rest', 2)).toBe('--restconf')
    expect(complete('portico --rest', 1)).toBe('--restconf')
    expect(complete('portico help doc', 2)).toBe('doctor')
    expect(complete('portico theme log', 2)).toBe('login.html')
  })

  test.skipIf(!findCommand(['zsh']))('zsh takes its file', async () => {
    const { zsh } = await completions()
    const file = temporaryFile('_portico', '')
    writeFileSync(file, zsh.replace('_portico "$@"', ''))
    const { exitCode, stderr } = Bun.spawnSync(['zsh', '-n', file])
    expect(stderr.toString()).toBe('')
    expect(exitCode).toBe(0)
  })

  test('fish is told of each command', async () => {
    const { fish } = await completions()
    for (const [name] of commands) expect(fish).toContain(`-a ${name} -d`)
  })
})
