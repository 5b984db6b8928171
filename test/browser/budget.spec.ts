import { expect, test } from './fixtures.ts'
import { budgets } from './measures/budgets.ts'
import { layoutShifts, watchLayoutShifts } from './measures/layout.ts'

for (const { page: name, kib, requests, measure } of budgets) {
  test(`a browser that was never here gets the ${name} page for ${kib} KiB in ${requests} requests, and nothing jumps`, async ({
    page,
    context,
  }) => {
    await watchLayoutShifts(context)
    const transfer = await measure(page)

    expect(transfer.bytes).toBeLessThanOrEqual(kib * 1024)
    expect(transfer.requests).toBeLessThanOrEqual(requests)
    expect(await layoutShifts(page)).toEqual([])
  })
}
