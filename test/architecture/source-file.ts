import { posix } from 'node:path'
import { Glob } from 'bun'

export interface SourceFile {
  /** From the repository's root: src/device/device.ts */
  readonly path: string
  readonly text: string
  /** What it imports: a path from the repository's root, or the name of a package. */
  readonly imports: readonly string[]
  /** Tests may reach for any part; the rules about imports are for the code. */
  readonly isTest: boolean
}

export async function readSourceFiles(
  folder: 'src' | 'test' | 'scripts' | 'tools' | 'bench',
): Promise<SourceFile[]> {
  const all = [...new Glob(`${folder}/**/*.ts`).scanSync()].sort()
  const paths = all.filter((path) => !path.includes('node_modules/'))
  return Promise.all(paths.map(async (path) => sourceFile(path, await Bun.file(path).text())))
}

export function sourceFile(path: string, text: string): SourceFile {
  return { path, text, imports: readImports(path, text), isTest: /\.(test|contract)\.ts$/.test(path) }
}

/** The transpiler's own list would leave out what is imported only as a type. */
function readImports(path: string, text: string): string[] {
  const found = [fromClause, sideEffect, dynamic].flatMap((pattern) => [...text.matchAll(pattern)])
  return found.map(([, name = '']) => (name.startsWith('.') ? posix.join(posix.dirname(path), name) : name))
}

const fromClause = /^(?:import|export)\s[\w\s{},*$]*?from '([^']+)'/gm
const sideEffect = /^import '([^']+)'/gm
const dynamic = /\bimport\('([^']+)'\)/g

export function isInside(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => path === folder || path.startsWith(`${folder}/`))
}

export function countLines({ text }: SourceFile): number {
  return text.trimEnd().split('\n').length
}
