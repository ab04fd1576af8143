// Paired rounds: on a machine that others use too, only what was measured one right after the other can be compared.

/** Runs each variant once a round, in an order that turns; gives the milliseconds of each by round. The first round warms up. */
export const rounds = (variants, count, warm = 1) => {
  const names = Object.keys(variants)
  const times = Object.fromEntries(names.map((name) => [name, []]))
  for (let round = -warm; round < count; round += 1) {
    const turn = (round + warm) % names.length
    for (const name of [...names.slice(turn), ...names.slice(0, turn)]) {
      const ms = variants[name]()
      if (round >= 0) times[name].push(ms)
    }
  }
  return times
}

/** The time that a call takes. */
export const timed = (call) => () => {
  const start = performance.now()
  call()
  return performance.now() - start
}

/** Minimum, median and maximum. */
export const spread = (values) => {
  const sorted = [...values].sort((a, b) => a - b)
  return { min: sorted[0], median: sorted[sorted.length >> 1], max: sorted.at(-1) }
}

/** The spread of one series against another, pair by pair. */
export const ratio = (of, to) => spread(of.map((value, at) => value / to[at]))
