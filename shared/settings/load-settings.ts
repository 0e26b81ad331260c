import { readFileSync } from 'node:fs';
import { closestName } from './closest-name.ts';
import { ConfigError } from './config-error.ts';
import type { Setting, SettingsTable, ValuesOf } from './setting.ts';

export type Origin = 'flag' | 'environment' | 'file' | 'default';

/** The program settings are the settings of one program, with the places that it reads them from. */
export interface ProgramSettings<Table extends SettingsTable> {
  readonly table: Table;
  /** Of its environment variables: `SONDE_AGENT_`. */
  readonly prefix: string;
  /** Names a settings file: `SONDE_AGENT_CONFIG`. Without one, no file is read but that which is asked for. */
  readonly fileVariable?: string;
  /** Read if it is there and no other file is named. */
  readonly defaultFile?: string;
  /** Variables that begin with the prefix and belong to others. */
  readonly isForeign?: (name: string) => boolean;
}

export interface SettingSources<Name extends string> {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Texts, and lists of texts for flags that were given several times. */
  readonly flags?: Readonly<Partial<Record<Name, unknown>>>;
  /** A file that must be there. */
  readonly file?: string | undefined;
}

export interface LoadedSettings<Table extends SettingsTable> {
  readonly config: ValuesOf<Table>;
  readonly origins: Readonly<Record<keyof Table, Origin>>;
  /** The values as the operator wrote them; undefined if absent. */
  readonly texts: Readonly<Record<keyof Table, string | undefined>>;
  /** The settings file that was read. */
  readonly file: string | undefined;
  /** Sentences for the operator: names that are no settings, with the one that may be meant. */
  readonly warnings: readonly string[];
}

interface Given {
  readonly origin: Origin;
  readonly raw: unknown;
  /** How the operator knows it: `--listen`, `SONDE_LISTEN`, `"listen" in FILE`. */
  readonly called: string;
}

/** Reads the settings: a flag wins over the environment, that over the file, that over the default. Throws a ConfigError that has all faults. */
export function loadSettings<Table extends SettingsTable>(
  program: ProgramSettings<Table>,
  { env, flags, file: asked }: SettingSources<keyof Table & string>,
): LoadedSettings<Table> {
  const { path, values } = readSettingsFile(asked ?? fileOf(program, env), program);
  const config: Record<string, unknown> = {};
  const origins: Record<string, Origin> = {};
  const texts: Record<string, string | undefined> = {};
  const faults: string[] = [];
  for (const [name, setting] of Object.entries(program.table)) {
    const given = givenFor(
      setting,
      (flags as Record<string, unknown> | undefined)?.[name],
      env,
      values,
      path,
    );
    origins[name] = given.origin;
    texts[name] = textOf(given.raw);
    try {
      config[name] = given.raw === undefined ? undefined : parseRaw(setting, given.raw);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      faults.push(faultOf(setting, given, error.message));
    }
  }
  if (faults.length > 0) throw new ConfigError(faults);
  return {
    // Each name was read by its own declaration, from which the types derive.
    config: config as ValuesOf<Table>,
    origins: origins as Record<keyof Table, Origin>,
    texts: texts as Record<keyof Table, string | undefined>,
    file: path,
    warnings: unknownNames(program, env, values, path),
  };
}

function fileOf(
  { fileVariable }: Pick<ProgramSettings<SettingsTable>, 'fileVariable'>,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  return fileVariable === undefined ? undefined : env[fileVariable] || undefined;
}

function givenFor(
  setting: Setting<unknown>,
  flag: unknown,
  env: Readonly<Record<string, string | undefined>>,
  values: Readonly<Record<string, unknown>>,
  path: string | undefined,
): Given {
  if (flag !== undefined) return { origin: 'flag', raw: flag, called: setting.flag };
  const variable = env[setting.env];
  // A variable that is set to nothing is a line of a file that someone emptied.
  if (variable !== undefined && variable !== '')
    return { origin: 'environment', raw: variable, called: setting.env };
  const written = Object.hasOwn(values, setting.key) ? values[setting.key] : undefined;
  if (written !== undefined && written !== null)
    return { origin: 'file', raw: written, called: `"${setting.key}" in ${path}` };
  return { origin: 'default', raw: setting.default, called: setting.env };
}

/** JSON has numbers, switches and lists; all are read as the text that they are written with elsewhere. */
function parseRaw({ type }: Setting<unknown>, raw: unknown): unknown {
  if (Array.isArray(raw)) {
    if (type.parseItems === undefined) throw new RangeError(`must be one value: ${plain(type.describe)}`);
    return type.parseItems(
      raw.map((item) => scalarText(item) ?? fail(`must be a list of ${plain(type.describe)}`)),
    );
  }
  const value = scalarText(raw) ?? fail(`must be ${plain(type.describe)}`);
  // A list may be empty, and says so by an empty default.
  return type.parse(value);
}

function fail(message: string): never {
  throw new RangeError(message);
}

function scalarText(raw: unknown): string | undefined {
  if (typeof raw === 'string') return raw;
  return typeof raw === 'number' || typeof raw === 'boolean' ? String(raw) : undefined;
}

function textOf(raw: unknown): string | undefined {
  if (raw === undefined) return undefined;
  return Array.isArray(raw) ? raw.map((item) => scalarText(item) ?? '?').join(',') : scalarText(raw);
}

function plain(description: string): string {
  return description.replaceAll('`', '');
}

/** Characters of a wrong value that are told again. */
const toldCharacters = 80;

function faultOf(setting: Setting<unknown>, { raw, called }: Given, message: string): string {
  if (setting.secret !== 'no') return `${called} ${message}.`;
  const value = textOf(raw) ?? JSON.stringify(raw) ?? '';
  const proposal = setting.type.propose?.(value.slice(0, toldCharacters));
  const meant = proposal === undefined ? '' : `; did you mean ${proposal}?`;
  const told = `${called} ${message}, not ${JSON.stringify(value.slice(0, toldCharacters))}`;
  return meant === '' ? `${told}.` : `${told}${meant}`;
}

function readSettingsFile(
  asked: string | undefined,
  { defaultFile }: Pick<ProgramSettings<SettingsTable>, 'defaultFile'>,
): { path: string | undefined; values: Readonly<Record<string, unknown>> } {
  const path = asked ?? defaultFile;
  if (path === undefined) return { path, values: {} };
  let content: string;
  try {
    content = readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (asked === undefined && code === 'ENOENT') return { path: undefined, values: {} };
    throw new ConfigError([`The settings file ${path} can't be read: ${code ?? error}.`]);
  }
  let values: unknown;
  try {
    values = JSON.parse(content);
  } catch {
    // Without the parser's words, which repeat a piece of the file: it may hold a secret.
    throw new ConfigError([`The settings file ${path} is not JSON.`]);
  }
  if (typeof values !== 'object' || values === null || Array.isArray(values))
    throw new ConfigError([`The settings file ${path} is not an object in JSON.`]);
  return { path, values: values as Record<string, unknown> };
}

function unknownNames(
  { table, prefix, fileVariable, isForeign = () => false }: ProgramSettings<SettingsTable>,
  env: Readonly<Record<string, string | undefined>>,
  values: Readonly<Record<string, unknown>>,
  path: string | undefined,
): string[] {
  const settings = Object.values(table);
  const keys = settings.map(({ key }) => key);
  const variables = [
    ...settings.map((setting) => setting.env),
    ...(fileVariable === undefined ? [] : [fileVariable]),
  ];
  const unknownKeys = Object.keys(values)
    .filter((key) => !keys.includes(key))
    .map((key) => `"${key.slice(0, toldCharacters)}" in ${path} is no setting${meant(key, keys)}`);
  const unknownVariables = Object.keys(env)
    .filter((name) => name.startsWith(prefix) && !variables.includes(name) && !isForeign(name))
    .sort()
    .map((name) => `${name} is no setting${meant(name, variables)}`);
  return [...unknownKeys, ...unknownVariables];
}

function meant(name: string, known: readonly string[]): string {
  const close = closestName(name, known);
  return close === undefined ? '.' : `; did you mean ${close}?`;
}
