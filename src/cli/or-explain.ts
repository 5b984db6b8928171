import { WrongSetting } from '../config.ts'

/** What cannot be listened on is a mistake in the setting that says where. */
export function orExplain<Result>(setting: string, listen: () => Result): Result {
  try {
    return listen()
  } catch (error) {
    throw WrongSetting.because(setting, error)
  }
}
