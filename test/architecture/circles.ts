import type { SourceFile } from './source-file.ts'

/** The ways by which a file, over what it imports, leads back to itself; each is named once. */
export function circlesIn(files: readonly SourceFile[]): string[] {
  const importsOf = new Map(files.map(({ path, imports }) => [path, imports]))
  const done = new Set<string>()
  const circles: string[] = []

  function follow(path: string, way: readonly string[]): void {
    const start = way.indexOf(path)
    if (start >= 0) circles.push([...way.slice(start), path].join(' → '))
    if (start >= 0 || done.has(path)) return
    for (const next of importsOf.get(path) ?? []) follow(next, [...way, path])
    done.add(path)
  }

  for (const { path } of files) follow(path, [])
  return circles
}
