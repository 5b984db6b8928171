import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { embeddedModule } from './embed.ts'

interface ExecutableOptions {
  /** Where to write it. The file's name is part of its bytes, the folder's is not. */
  readonly outfile: string
  /** The Bun that it is made of. */
  readonly runtime: string
}

/** Writes the whole service, demo device and all, as one file that needs nothing beside it. */
export async function buildExecutable({ outfile, runtime }: ExecutableOptions): Promise<void> {
  mkdirSync(dirname(outfile), { recursive: true })
  const folder = mkdtempSync(join(dirname(outfile), 'building-'))
  try {
    await compile(join(folder, basename(outfile)), runtime)
    // The maps that lie beside it are inside it, too.
    renameSync(join(folder, basename(outfile)), outfile)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function compile(outfile: string, runtime: string): Promise<void> {
  await Bun.build({
    entrypoints: ['src/main.ts'],
    target: 'bun',
    format: 'esm',
    // Names stay, and the map with them, so that an error in the log can be found in the source.
    minify: { whitespace: true, syntax: true },
    sourcemap: 'inline',
    // Parsed beforehand: it starts in a third of the time, for 4 MB.
    bytecode: true,
    // Libraries of the older kind would carry the folder that they were built in.
    define: { __dirname: '"/portico"', __filename: '"/portico/portico"' },
    // A command reads its own part of the program only: the service starts without the demo and the doctor.
    splitting: true,
    compile: {
      outfile,
      executablePath: runtime,
      // A service started in someone's folder must not run what lies there.
      autoloadDotenv: false,
      autoloadBunfig: false,
    },
    plugins: [
      {
        name: 'embed',
        setup(build) {
          build.onLoad({ filter: /\/src\/web\/embedded\.ts$/ }, () => ({
            contents: embeddedModule(),
            loader: 'ts',
          }))
        },
      },
    ],
  })
}
