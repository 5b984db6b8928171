import { readFileSync } from 'node:fs'
import { Glob } from 'bun'
import { writtenBetween } from './written-between.ts'

const folder = 'docs/decisions'

/** The index of decisions with the list of them as they are now. */
export function withDecisionsList(text: string): string {
  return writtenBetween('decisions', text, decisionNames().map(line).join('\n'))
}

export function decisionNames(): string[] {
  return [...new Glob('[0-9]*.md').scanSync(folder)].sort()
}

/** `001 A refused login answers 200` */
export function titleOf(name: string): string {
  const [first = ''] = readFileSync(`${folder}/${name}`, 'utf8').split('\n')
  return first.replace(/^# /, '')
}

const line = (name: string) => `- [${titleOf(name)}](${name})`
