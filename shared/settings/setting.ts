/** A setting type states how the text of a setting is parsed and described. */
export interface SettingType<Value> {
  /** For the documentation: "bytes, such as `16MiB`". */
  readonly describe: string;
  /** Throws a RangeError whose message completes "SONDE_X ...": "must be ...". */
  parse(text: string): Value;
  /** Proposes the value that a text that can't be read was probably meant to be. */
  propose?(text: string): string | undefined;
  /** The placeholder for the value in help, unless the setting says otherwise. */
  readonly placeholder?: string;
  /** Lists take their items from JSON as well, where an item may hold a comma. */
  parseItems?(items: readonly string[]): Value;
}

/** A declaration declares one setting once: help, documentation, validation and redacted printing derive from it. */
export interface Declaration<Value> {
  readonly type: SettingType<Value>;
  /** The default as text, so that it is read like any other value; undefined if the setting may be absent. */
  readonly default: string | undefined;
  /** The placeholder for the value in help: `ADDRESS`. */
  readonly placeholder: string;
  readonly help: string;
  /** `all`: never shown. `password`: a URL that is shown without its password. */
  readonly secret: 'no' | 'password' | 'all';
  /** Whether a running program takes a new value up when it is told to reload. */
  readonly reloadable: boolean;
  /**
   * How a value reads that comes from the collector, for a sensor whose owner lets it: as any other, or by a narrower type. Absent, it may
   * not come from there. To be given to nothing but what can only narrow what its default records, and that names no file, program,
   * address, key or user.
   */
  readonly fromCollector?: SettingType<Value>;
  /** The environment variable, if the name of the setting does not give it. */
  readonly env?: string;
  /** The flag, if the name of the setting does not give it, as that of a list in the singular. */
  readonly flag?: string;
}

/** A setting is a declared setting with its names, and the subject that it is listed under. */
export interface Setting<Value> extends Declaration<Value> {
  /** In a settings file. */
  readonly key: string;
  readonly env: string;
  readonly flag: string;
  readonly subject: string;
}

export type SettingsTable = Readonly<Record<string, Setting<unknown>>>;
type Declarations = Readonly<Record<string, Declaration<unknown>>>;

/** The values type maps a table of settings to their values. */
export type ValuesOf<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends Declaration<infer Value> ? Value : never;
};

export type About = Pick<Declaration<never>, 'help'> &
  Partial<Pick<Declaration<never>, 'placeholder' | 'secret' | 'reloadable' | 'env' | 'flag'>>;

/** What is said of a setting with values of a type. */
type AboutOf<Value> = About & { readonly fromCollector?: SettingType<Value> };

/** Declares a setting with a default. */
export function setting<Value>(
  type: SettingType<Value>,
  fallback: string,
  about: AboutOf<NoInfer<Value>>,
): Declaration<Value> {
  const { placeholder = 'VALUE' } = type;
  return { placeholder, secret: 'no', reloadable: false, ...about, type, default: fallback };
}

/** Declares a setting that may be absent. */
export function optional<Value>(
  type: SettingType<Value>,
  about: AboutOf<NoInfer<Value>>,
): Declaration<Value | undefined> {
  const { placeholder = 'VALUE' } = type;
  return { placeholder, secret: 'no', reloadable: false, ...about, type, default: undefined };
}

type Named<Table extends Declarations> = {
  readonly [Name in keyof Table]: Table[Name] extends Declaration<infer Value> ? Setting<Value> : never;
};

/**
 * Gives the settings of one subject their names: the environment variable is the prefix and the name in capitals, the
 * flag is the name with dashes, unless the declaration has others; the key in a file is the name of the setting, or its
 * flag's if the name is no such key.
 */
export function settingsAbout<Table extends Declarations>(
  subject: string,
  prefix: string,
  table: Table,
): Named<Table> {
  const named = Object.entries(table).map(([name, declared]): [string, Setting<unknown>] => {
    const flag = declared.flag ?? `--${name.replaceAll('_', '-')}`;
    const key = /[A-Z]/.test(name) ? flag.slice(2).replaceAll('-', '_') : name;
    return [name, { ...declared, key, flag, env: declared.env ?? `${prefix}${name.toUpperCase()}`, subject }];
  });
  // Each name has its own declaration, from which the type derives.
  return Object.fromEntries(named) as Named<Table>;
}
