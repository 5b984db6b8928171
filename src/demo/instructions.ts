import { demoAccounts } from './accounts.ts'

/** What the demo prints when it starts: who can log in, and what can be changed. */
export function demoInstructions(restconfUrl: string): string {
  return `Accounts (name / password):
${demoAccounts.map(({ name, password }) => `  ${`${name} / ${password}`.padEnd(18)}${abilities[name] ?? ''}`).join('\n')}
A wrong password is answered after about two seconds: this device waits as PAM does on a real one.

Change the device from another terminal, then log in again to see the menu change:
${commands(restconfUrl)
  .map(([what, command]) => `  # ${what}\n  ${command}`)
  .join('\n')}

The icons for the console and the network browser lead nowhere here: the demo has neither application.
Ctrl-C ends it.
`
}

const abilities: Readonly<Record<string, string>> = {
  admin: 'sees and changes everything',
  guest: 'sees interfaces and state, not the system configuration',
  noread: 'can log in, sees nothing',
}

function commands(url: string): readonly (readonly [string, string])[] {
  const change = `curl -u admin:admin -X PATCH -H 'Content-Type: application/yang-data+json'`
  const web = `${url}/data/infix-services:web`
  return [
    [
      'take the console away (true: back)',
      `${change} -d '{"infix-services:console":{"enabled":false}}' ${web}/console`,
    ],
    [
      'take the network browser away (true: back)',
      `${change} -d '{"infix-services:netbrowse":{"enabled":false}}' ${web}/netbrowse`,
    ],
    [
      'give it another host name',
      `${change} -d '{"ietf-system:hostname":"pier-9"}' ${url}/data/ietf-system:system/hostname`,
    ],
  ]
}
