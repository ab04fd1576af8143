// What an import could leave behind in a process. Property values are compared as they stand: no getter is called.
const owners = { globalThis, process, JSON, Math, Reflect, Symbol }
for (const name of [
  'Object',
  'Array',
  'Function',
  'String',
  'Number',
  'RegExp',
  'Map',
  'Set',
  'WeakMap',
  'Promise',
  'Error',
  'Date',
])
  Object.assign(owners, { [name]: globalThis[name], [`${name}.prototype`]: globalThis[name].prototype })

exports.snapshot = () => {
  const properties = new Map()
  for (const [name, owner] of Object.entries(owners))
    for (const key of Reflect.ownKeys(owner))
      properties.set(`${name} ${String(key)}`, Object.getOwnPropertyDescriptor(owner, key))
  const state = {
    listeners: process
      .eventNames()
      .map((name) => `${String(name)} ${process.listenerCount(name)}`)
      .sort(),
    environment: { ...process.env },
    exitCode: process.exitCode ?? null,
    // Requests come and go with the loading itself; what stays are handles: timers, sockets, watchers, workers.
    resources: process
      .getActiveResourcesInfo()
      .filter((name) => !/Req(?:Callback|Promise)?$/.test(name))
      .sort(),
    folder: process.cwd(),
  }
  return { properties, state: JSON.stringify(state) }
}

exports.traces = (before, after) => {
  const traces = before.state === after.state ? [] : [before.state, after.state]
  for (const key of new Set([...before.properties.keys(), ...after.properties.keys()])) {
    const [old, now] = [before.properties.get(key), after.properties.get(key)]
    const same =
      old && now && ['value', 'get', 'set', 'writable'].every((part) => Object.is(old[part], now[part]))
    if (!same) traces.push(key)
  }
  return traces
}
