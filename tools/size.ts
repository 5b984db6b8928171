import { $ } from 'bun'

interface Size {
  readonly files: number
  readonly lines: number
}

const none: Size = { files: 0, lines: 0 }
// Prints lines and files by folder, at a commit and now, as a table. The commit is the first word, HEAD without one.
const commit = process.argv[2] ?? 'HEAD'
const [before, now] = [await sizesAt(commit), await sizesAt(undefined)]
const folders = [...new Set([...before.keys(), ...now.keys()])].sort()
console.log(`| folder | files at ${commit} | files now | lines at ${commit} | lines now | change |`)
console.log('|---|---:|---:|---:|---:|---:|')
for (const folder of folders) {
  const [old, young] = [before.get(folder) ?? none, now.get(folder) ?? none]
  const change = young.lines - old.lines
  const cells = [folder, old.files, young.files, old.lines, young.lines, change > 0 ? `+${change}` : change]
  console.log(`| ${cells.join(' | ')} |`)
}

/** By folder, with sums for src (without its tests) and for all tests. Without a commit, what lies here now. */
async function sizesAt(at: string | undefined): Promise<Map<string, Size>> {
  const sizes = new Map<string, Size>()
  for (const { path, lines } of await countLines(at)) {
    for (const folder of foldersOf(path)) {
      const { files, lines: sum } = sizes.get(folder) ?? none
      sizes.set(folder, { files: files + 1, lines: sum + lines })
    }
  }
  return sizes
}

async function countLines(at: string | undefined): Promise<{ path: string; lines: number }[]> {
  const where = at === undefined ? ['--untracked'] : []
  const commits = at === undefined ? [] : [at]
  const output = await $`git grep --count ${where} "" ${commits} -- '*.ts' '*.md'`.text()
  return [...output.matchAll(/^(?:[^:\n]+:)??([^:\n]+):(\d+)$/gm)].map(([, path = '', count]) => ({
    path,
    lines: Number(count),
  }))
}

function foldersOf(path: string): string[] {
  const [top = '', second = ''] = path.split('/')
  if (top === 'test') return ['all tests', 'test']
  if (/\.(test|contract)\.ts$/.test(path)) return ['all tests', `${top}, tests`]
  if (top === 'src') return ['src, all of it', `src/${second}`]
  return [path.includes('/') ? top : 'the top folder']
}
