import type { SourceFile } from './source-file.ts'
import { countLines } from './source-file.ts'

/** How long files are and how much of them is comment, in one line. */
export function describeFigures(files: readonly SourceFile[]): string {
  const lengths = files.map(countLines).sort((a, b) => a - b)
  const at = (share: number) => lengths[Math.min(lengths.length - 1, Math.floor(lengths.length * share))] ?? 0
  return [
    `${files.length} files of code`,
    `lines a file: median ${at(0.5)}, 95 % up to ${at(0.95)}, longest ${at(1)}`,
    `comments: ${(100 * commentShare(files)).toFixed(0)} % of lines`,
  ].join('; ')
}

function commentShare(files: readonly SourceFile[]): number {
  const lines = files.flatMap(({ text }) => text.split('\n')).filter((line) => line.trim() !== '')
  return lines.filter((line) => /^\s*(\/\/|\/\*|\*)/.test(line)).length / lines.length
}
