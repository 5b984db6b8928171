import { statSync } from 'node:fs'
import { requireFolder } from '../files.ts'
import type { ModelsOptions } from '../model/models.ts'
import { type Config, wrongSetting } from './settings.ts'

/** Where texts of modules are on this machine. What is no folder stops the start. */
export function modelFolders(config: Config): Pick<ModelsOptions, 'folder' | 'cache'> {
  const { models, modelCache, deviceName, restconf } = config
  if (models !== undefined) insistOnFolder('models', models)
  if (modelCache !== undefined && !isYetToBeMade(modelCache)) insistOnFolder('modelCache', modelCache)
  const device = deviceName ?? restconf?.href ?? ''
  return { folder: models, cache: modelCache === undefined ? undefined : { folder: modelCache, device } }
}

/** Nothing of that name is there, and nothing stands in its way. */
function isYetToBeMade(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) === undefined
  } catch {
    return false
  }
}

function insistOnFolder(name: 'models' | 'modelCache', path: string): void {
  try {
    requireFolder(path)
  } catch (error) {
    throw wrongSetting(name, error)
  }
}
