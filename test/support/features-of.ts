import type { TestService } from './service.ts'

/** The features of a session that is opened now. */
export async function featuresOf(here: TestService): Promise<Record<string, boolean>> {
  const user = here.browser()
  const { status } = await user.logIn()
  if (status !== 303) throw new Error(`not let in: ${status}`)
  return (await user.session()).features
}
