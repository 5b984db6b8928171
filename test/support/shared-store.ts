import { temporaryFile } from './temporary-file.ts'

/** The flags by which instances keep the sessions of one device in one store, under one secret. */
export function sharedStore(url: string, keys: readonly Buffer[] = [Buffer.alloc(32, 7)]): string[] {
  const secret = temporaryFile('secret', keys.map((key) => key.toString('base64')).join('\n'))
  return ['--session-store', url, '--session-secret-file', secret, '--device-name', 'the device']
}
