import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { failed, ok, type Step } from './examination.ts'
import { hostOf } from './host.ts'

/** Does the device's name lead to an address? */
export const nameStep: Step = {
  name: 'name',
  async look({ root }) {
    const host = hostOf(root)
    if (isIP(host)) return ok(`${host} is an address, there is no name to look up`)
    try {
      const found = await lookup(host, { all: true })
      return ok(`${host} is ${found.map(({ address }) => address).join(', ')}`)
    } catch {
      return failed(
        `${host} has no address`,
        'Check the spelling in --restconf, and that this machine asks a DNS server (or mDNS, for names in .local) ' +
          'that knows the device. Its IP address works as well.',
      )
    }
  },
}
