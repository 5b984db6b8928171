import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { FileProblem, requireFolder } from '../files.ts'
import type { ModelsOptions } from '../model/models.ts'
import { type Config, wrongSetting } from './settings.ts'

/** The folders with module texts on this machine. A path that is not a folder stops the start. */
export function modelFolders(config: Config): Pick<ModelsOptions, 'folder' | 'cache'> {
  const { models, modelCache, deviceName, restconf } = config
  if (models !== undefined) insistOnFolder('models', models)
  if (modelCache !== undefined)
    insistOnFolder('modelCache', isYetToBeMade(modelCache) ? dirname(modelCache) : modelCache)
  const device = deviceName ?? restconf?.href ?? ''
  return { folder: models, cache: modelCache === undefined ? undefined : { folder: modelCache, device } }
}

/** True when nothing is at the path and a folder can be made there. */
function isYetToBeMade(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) === undefined
  } catch {
    return false
  }
}

/** The same for the service, which writes: it would find out about a cache that it may not write only after a login. */
export function writableModelFolders(config: Config): ReturnType<typeof modelFolders> {
  const folders = modelFolders(config)
  if (config.modelCache !== undefined) makeWritable(config.modelCache)
  return folders
}

function makeWritable(modelCache: string): void {
  try {
    if (isYetToBeMade(modelCache)) mkdirSync(modelCache, { mode: 0o700 })
    accessSync(modelCache, constants.W_OK | constants.X_OK)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const because = whyNotWritten[code] ?? 'cannot be made'
    throw wrongSetting('modelCache', new FileProblem(`${modelCache} ${because}`, { cause: error }))
  }
}

const whyNotWritten: Readonly<Record<string, string>> = {
  EACCES: 'cannot be used: this user may not write there',
  EPERM: 'cannot be used: this user may not write there',
  EROFS: 'cannot be used: its file system is read-only',
  ENOSPC: 'cannot be made: the disk is full',
}

function insistOnFolder(name: 'models' | 'modelCache', path: string): void {
  try {
    requireFolder(path)
  } catch (error) {
    throw wrongSetting(name, error)
  }
}
