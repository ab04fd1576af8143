/**
 * The environment that git is started in. A hook, or an alias, of some repository names it in variables; ours is the one
 * around the log, whoever started us.
 * @internal
 */
export const gitEnvironment = (): NodeJS.ProcessEnv => {
  const { GIT_DIR, GIT_WORK_TREE, GIT_COMMON_DIR, GIT_INDEX_FILE, GIT_PREFIX, ...env } = process.env
  return env
}
