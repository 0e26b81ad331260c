/** The configuration is at fault; the message names each fault on a line of its own. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
  }
}
