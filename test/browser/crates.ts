import type { DemoDevice } from './demo-device.ts'

/** From now on so many crates lie in the harbour's sheds: a list as long as a test likes. */
export async function putCrates(device: DemoDevice, count: number): Promise<void> {
  const crate = Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    cargo: 'harbour:grain',
    weight: String(180 + ((index * 37) % 900)),
    owner: `Trader ${index % 83}`,
  }))
  const body = { 'harbour:register': { crate } }
  await device.setFaults([{ fault: { kind: 'body', body }, on: { resource: 'harbour:harbour/register' } }])
}
