import fc from 'fast-check'

/** Gives every property of a mutation run the same seed, and a number of runs that a thousand mutants can afford. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20261201, numRuns: 50 })
