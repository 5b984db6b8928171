/** A line for a script that has started us and waits: `ready {…}`. A person at a terminal is spared it. */
export function tellScripts(addresses: Readonly<Record<string, URL | string>>): void {
  if (!process.stdout.isTTY) console.log(`ready ${JSON.stringify(addresses)}\n`)
}
