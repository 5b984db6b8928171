import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { openLoggedIn } from './log-in.ts'
import { findOverflow } from './measures/layout.ts'

// A setting that no other test has: this makes a service that does not know the real model yet.
test.use({ flags: ['--absolute-timeout', '9h'] })

const markup = '"><img src=x onerror="document.title=1"><script>document.title=2</script>'
const bidi = '\u202egnp.exe\u2066\u0007\u001b[2J'
const word = 'W'.repeat(64 * 1024)
const place = '/data/harbour:harbour'

/** A model that says what no model should, in the place of a real one. */
const module = `module harbour {
  yang-version 1.1; namespace "urn:portico:demo:harbour"; prefix hb;
  description '${markup} ${word}';
  revision 2026-11-01;
  container harbour {
    description '${markup} ${bidi.slice(0, 9)}. ${word}';
    leaf name { type string; units '${markup}'; description '${markup}'; }
    leaf word { type string; description '${word}'; }
    leaf wrong { type uint8; }
    leaf mood { type enumeration { enum '<b>${'E'.repeat(300)}</b>' { description '${markup}'; } enum "</title>"; } }
    list berth { key id; leaf id { type string; } leaf note { type string; } }
    anydata papers;
  } }`

let deep: unknown = markup
for (let level = 0; level < 100; level++) deep = { [`<i>${level}</i>`]: deep }

const harbour = {
  name: `${markup}${bidi}`,
  word,
  wrong: { not: ['a', 'number', null] },
  mood: '</title>',
  berth: [
    { id: markup, note: word },
    { id: `${bidi}/../..?a=b#c`, note: bidi },
    { id: word, note: 7 },
  ],
  papers: deep,
  [markup]: { [word]: [null, true, [[1]]] },
  'javascript:alert(1)': 'javascript:alert(1)',
}

test('a hostile device runs nothing in the reader’s browser, and nothing sticks out of its pages', async ({
  page,
  device,
}) => {
  let dialogs = 0
  page.on('dialog', (dialog) => {
    dialogs++
    void dialog.dismiss()
  })
  const body = { 'harbour:harbour': harbour }
  await device.setFaults([
    { fault: { kind: 'text', mediaType: 'application/yang', text: module }, on: { path: '/yang/harbour@' } },
    { fault: { kind: 'body', body }, on: { resource: 'harbour:harbour' } },
  ])
  await openLoggedIn(page, place)
  await expect(page.getByRole('main')).toContainText('<img src=x onerror=')
  await expect(page.locator('.data-fields')).toContainText('\\u202egnp.exe\\u2066')
  for (const details of await page.locator('details:not([open]) > summary').all()) {
    if (await details.isVisible()) await details.click()
  }
  await expectHarmless(page, /^harbour/)

  // A key that the model forbids, or that is too long for an address, leads nowhere.
  const entry = await page.locator('.data-table tbody a').getAttribute('href')
  expect(entry).toBe(`${place}/berth=${encodeURIComponent(markup)}`)

  for (const path of ['/data', `${place}/berth`, `${place}/papers`, entry ?? '']) {
    await page.goto(path)
    await expectHarmless(page)
  }
  await page.goto(`/data-search?q=${encodeURIComponent('<img src=x')}`)
  await expectHarmless(page)
  expect(dialogs).toBe(0)
})

/** On a desk and on a phone. */
async function expectHarmless(page: Page, title = /./): Promise<void> {
  await expect(page.locator('.fragment-wait')).toHaveCount(0)
  await expect(page).toHaveTitle(title)
  expect(await page.title()).not.toMatch(/^[12]$/)
  expect(await page.locator('main img, main script').count()).toBe(0)
  for (const width of [1100, 320]) {
    await page.setViewportSize({ width, height: 640 })
    expect(await findOverflow(page), `${page.url().slice(0, 100)} at ${width} px`).toEqual([])
  }
}
