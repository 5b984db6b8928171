import { resolve } from 'node:path'
import { filesCrossed, limits } from './files-crossed/count-files.ts'

/** Prints how many files of src/ a login, a page, a fragment and a logout enter, and which. A word is another checkout. */
const crossed = await filesCrossed(resolve(process.argv[2] ?? '.'))
for (const [deed, files] of Object.entries(crossed)) {
  console.log(`\n${deed}: ${files.length} files\n  ${files.join('\n  ')}`)
}
console.log()
for (const [deed, limit] of Object.entries(limits)) {
  console.log(
    `${deed.padEnd(9)} ${String(crossed[deed as keyof typeof limits].length).padStart(3)} (at most ${limit})`,
  )
}
