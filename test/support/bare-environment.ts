/**
 * The environment of a program that is started without the settings of whoever runs the tests: where programs are, and where
 * Node.js keeps what it compiled, without which each start compiles all modules anew.
 */
export function bareEnvironment(): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  return NODE_COMPILE_CACHE === undefined ? { PATH } : { PATH, NODE_COMPILE_CACHE };
}
