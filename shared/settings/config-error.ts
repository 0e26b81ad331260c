/**
 * A configuration error reports settings that a program can't start with; each fault is a sentence that names the
 * setting.
 */
export class ConfigError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.name = 'ConfigError';
    this.faults = faults;
  }
}
