import { closestName } from './closest-name.ts';
import type { Setting } from './setting.ts';
import { type Config, type SettingName, settings } from './settings.ts';

export type Source = 'flag' | 'environment' | 'default';

export interface LoadedConfig {
  readonly config: Config;
  readonly sources: Readonly<Record<SettingName, Source>>;
  /** As they were written, in the units that the operator chose. */
  readonly texts: Readonly<Record<SettingName, string | undefined>>;
  /** Sentences for the operator: names that are close to a setting's and are none. */
  readonly warnings: readonly string[];
}

/** Settings that can't be read; each problem is a sentence that names the setting and never its value. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** Names of the environment that belong to the other programs, and to those who ask a collector. */
const foreignPrefixes = ['SONDE_AGENT_', 'SONDE_RESOLVER_'];
const foreignNames = ['SONDE_KEY', 'SONDE_API_KEY', 'SONDE_URL'];

/** Reads the settings: a flag wins over the environment, and that over the default. Throws a ConfigError that has all problems. */
export function loadConfig(input: {
  env: Readonly<Record<string, string | undefined>>;
  flags?: Readonly<Partial<Record<SettingName, string>>>;
}): LoadedConfig {
  const values: Partial<Record<SettingName, unknown>> = {};
  const sources: Partial<Record<SettingName, Source>> = {};
  const texts: Partial<Record<SettingName, string | undefined>> = {};
  const problems: string[] = [];
  for (const [name, setting] of Object.entries(settings) as [SettingName, Setting<unknown>][]) {
    const { text, source } = textOf(setting, input.env, input.flags?.[name]);
    sources[name] = source;
    texts[name] = text;
    try {
      values[name] = text === undefined ? undefined : setting.type.parse(text);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      problems.push(`${source === 'flag' ? setting.flag : setting.env} ${error.message}.`);
    }
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    config: values as Config,
    sources: sources as Record<SettingName, Source>,
    texts: texts as Record<SettingName, string | undefined>,
    warnings: unknownNames(input.env),
  };
}

function textOf(
  setting: Setting<unknown>,
  env: Readonly<Record<string, string | undefined>>,
  flag: string | undefined,
): { text: string | undefined; source: Source } {
  if (flag !== undefined) return { text: flag, source: 'flag' };
  const text = env[setting.env];
  // A variable that is set to nothing is a line of a file that someone emptied.
  if (text !== undefined && text !== '') return { text, source: 'environment' };
  return { text: setting.default, source: 'default' };
}

function unknownNames(env: Readonly<Record<string, string | undefined>>): string[] {
  const known = Object.values(settings).map((setting) => setting.env);
  return Object.keys(env)
    .filter((name) => name.startsWith('SONDE_') && !known.includes(name as never))
    .filter((name) => !foreignNames.includes(name) && !foreignPrefixes.some((one) => name.startsWith(one)))
    .sort()
    .map((name) => {
      const close = closestName(name, known);
      return `${name} is no setting${close === undefined ? '.' : `; did you mean ${close}?`}`;
    });
}
