import { temporaryFile } from './temporary-file.ts'

/** The flags by which instances keep their sessions at one place, under one secret. */
export function sharedStore(url: string): string[] {
  const secret = temporaryFile('secret', Buffer.alloc(32, 7).toString('base64'))
  return ['--session-store', url, '--session-secret-file', secret]
}
