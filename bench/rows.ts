import type { Row } from './row.ts'
import { data } from './rows/data.ts'
import { flood } from './rows/flood.ts'
import { login } from './rows/login.ts'
import { memory } from './rows/memory.ts'
import { model } from './rows/model.ts'
import { loginPage, sessionPage } from './rows/pages.ts'
import { search } from './rows/search.ts'
import { start } from './rows/start.ts'
import { stores } from './rows/stores.ts'

/** In the order of the table. */
export const rows: readonly Row[] = [
  loginPage,
  sessionPage,
  login,
  stores,
  memory,
  start,
  model,
  search,
  data,
  flood,
]
