import { existsSync, statSync } from 'node:fs'
import type { ModelsOptions } from '../model/models.ts'
import { type Config, wrongSetting } from './settings.ts'

/** Where texts of modules are on this machine. What is no folder stops the start. */
export function modelFolders(config: Config): Pick<ModelsOptions, 'folder' | 'cache'> {
  const { models, modelCache, deviceName, restconf } = config
  if (models !== undefined) insistOnFolder('models', models)
  if (modelCache !== undefined && existsSync(modelCache)) insistOnFolder('modelCache', modelCache)
  const device = deviceName ?? restconf?.href ?? ''
  return { folder: models, cache: modelCache === undefined ? undefined : { folder: modelCache, device } }
}

function insistOnFolder(name: 'models' | 'modelCache', path: string): void {
  if (!existsSync(path)) throw wrongSetting(name, `${path}: there is no such folder`)
  if (!statSync(path).isDirectory()) throw wrongSetting(name, `${path} is a file; a folder is needed`)
}
