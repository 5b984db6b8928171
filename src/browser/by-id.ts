/** The element that a template promises under this id. */
export function byId<Kind extends Element>(id: string, kind: new () => Kind): Kind {
  const element = document.getElementById(id)
  if (!(element instanceof kind)) throw new TypeError(`This page has no ${kind.name} with the id ${id}.`)
  return element
}
