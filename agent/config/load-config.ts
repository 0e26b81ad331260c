import { readFile } from 'node:fs/promises';
import { ConfigError } from './config-error.ts';
import {
  type Config,
  environmentName,
  flagName,
  type SettingName,
  setting,
  settingNames,
} from './settings.ts';
import { suggest } from './suggest.ts';

/** Where a value came from. */
export type Origin = 'default' | 'file' | 'environment' | 'flag';

export interface LoadedConfig {
  readonly config: Config;
  readonly origins: Readonly<Record<SettingName, Origin>>;
  /** The file that was read; undefined where there was none. */
  readonly file: string | undefined;
  /** Sentences for a person about what is odd but no fault. */
  readonly warnings: readonly string[];
}

export interface ConfigSources {
  /** The file that was asked for; it must exist then. */
  readonly file: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Values of flags by the name of the setting: text, or a list of texts. */
  readonly flags: Readonly<Partial<Record<SettingName, unknown>>>;
}

const defaultConfigFile = '/etc/sonde/agent.json';

/** Brings file, environment and flags together; flags win, then the environment. Throws a ConfigError. */
export async function loadConfig(sources: ConfigSources): Promise<LoadedConfig> {
  const faults: string[] = [];
  const warnings: string[] = [];
  const asked = sources.file ?? sources.environment.SONDE_AGENT_CONFIG;
  const { path, values } = await readConfigFile(asked);
  warnUnknown(values, sources.environment, path, warnings);

  const config: Record<string, unknown> = {};
  const origins: Record<string, Origin> = {};
  for (const name of settingNames) {
    const declared = setting(name);
    const environment = sources.environment[environmentName(name)];
    const [origin, raw, called] =
      sources.flags[name] !== undefined
        ? (['flag', sources.flags[name], flagName(name)] as const)
        : environment !== undefined && environment !== ''
          ? (['environment', environment, environmentName(name)] as const)
          : values[name] !== undefined && values[name] !== null
            ? (['file', values[name], `"${name}" in ${path}`] as const)
            : (['default', undefined, name] as const);
    origins[name] = origin;
    try {
      config[name] = origin === 'default' ? declared.default : declared.parse(raw);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      const given = declared.secret ? '' : `, not ${JSON.stringify(raw)?.slice(0, 200)}`;
      faults.push(`${called} takes ${error.message}${given}.`);
    }
  }
  if (faults.length > 0) throw new ConfigError(faults);
  // Each name was parsed by its own declaration, from which Config derives.
  return {
    config: config as Config,
    origins: origins as Record<SettingName, Origin>,
    file: path,
    warnings,
  };
}

async function readConfigFile(
  asked: string | undefined,
): Promise<{ path: string | undefined; values: Record<string, unknown> }> {
  const path = asked ?? defaultConfigFile;
  let content: string;
  try {
    content = await readFile(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (asked === undefined && code === 'ENOENT') return { path: undefined, values: {} };
    throw new ConfigError([`The configuration file ${path} can't be read: ${code ?? error}.`]);
  }
  try {
    const values: unknown = JSON.parse(content);
    if (typeof values !== 'object' || values === null || Array.isArray(values)) throw new Error('no object');
    return { path, values: values as Record<string, unknown> };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigError([`The configuration file ${path} is not a JSON object: ${why}.`]);
  }
}

function warnUnknown(
  values: Record<string, unknown>,
  environment: ConfigSources['environment'],
  path: string | undefined,
  warnings: string[],
): void {
  for (const key of Object.keys(values)) {
    if ((settingNames as string[]).includes(key)) continue;
    warnings.push(`There is no setting "${key}" (in ${path}).${hint(suggest(key, settingNames))}`);
  }
  const known = [...settingNames.map(environmentName), 'SONDE_AGENT_CONFIG'];
  for (const key of Object.keys(environment)) {
    if (!key.startsWith('SONDE_AGENT_') || known.includes(key)) continue;
    warnings.push(`There is no setting for the variable ${key}.${hint(suggest(key, known))}`);
  }
}

function hint(suggestion: string | undefined): string {
  return suggestion === undefined ? '' : ` Was ${suggestion} meant?`;
}
