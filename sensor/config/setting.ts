/**
 * One setting, declared once: how it is named in the file, how it is read, and what a person is told of it. Its environment
 * variable and its flag follow from its name.
 */
export interface Setting<Value> {
  /** What stands behind the flag in the help; empty for a switch. */
  readonly placeholder: string;
  readonly default: Value;
  readonly help: string;
  readonly secret: boolean;
  /** Whether SIGHUP brings a new value into a running agent. */
  readonly reloadable: boolean;
  /** Whether the flag may be given more than once; in the environment, values are parted by commas. */
  readonly list: boolean;
  /** Name of the flag where it differs from the setting's: the singular of a list. */
  readonly flag?: string;
  /** From JSON or, out of the environment and flags, from text. Throws a RangeError saying what is expected. */
  readonly parse: (value: unknown) => Value;
}

/** The values of a table of settings. */
export type ConfigOf<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends Setting<infer Value> ? Value : never;
};

type About = { help: string; secret?: boolean; reloadable?: boolean; flag?: string; placeholder?: string };

export function text<Default extends string | undefined>(
  fallback: Default,
  about: About,
): Setting<string | Default> {
  return { ...base(about, 'TEXT'), default: fallback, list: false, parse: parseText };
}

export function oneOf<Choice extends string>(
  choices: readonly Choice[],
  fallback: Choice,
  about: About,
): Setting<Choice> {
  const parse = (value: unknown): Choice => {
    const choice = choices.find((item) => item === value);
    if (choice === undefined) throw new RangeError(`one of ${choices.join(', ')}`);
    return choice;
  };
  return { ...base(about, choices.join('|')), default: fallback, list: false, parse };
}

export function whole(fallback: number, bounds: { min: number; max: number }, about: About): Setting<number> {
  return {
    ...base(about, 'NUMBER'),
    default: fallback,
    list: false,
    parse: (value) => parseWhole(value, bounds),
  };
}

/** Bytes, in text also with a unit: `64MiB`. */
export function bytes(fallback: number, bounds: { min: number; max: number }, about: About): Setting<number> {
  return {
    ...base(about, 'BYTES'),
    default: fallback,
    list: false,
    parse: (value) => parseBytes(value, bounds),
  };
}

/** Seconds, with decimals. */
export function seconds(
  fallback: number,
  bounds: { min: number; max: number },
  about: About,
): Setting<number> {
  const parse = (value: unknown): number => {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    if (typeof number !== 'number' || !(number >= bounds.min && number <= bounds.max)) {
      throw new RangeError(`a number of seconds from ${bounds.min} to ${bounds.max}`);
    }
    return number;
  };
  return { ...base(about, 'SECONDS'), default: fallback, list: false, parse };
}

export function yesNo(fallback: boolean, about: About): Setting<boolean> {
  const parse = (value: unknown): boolean => {
    if (value === true || value === 'true' || value === 'yes' || value === '1') return true;
    if (value === false || value === 'false' || value === 'no' || value === '0') return false;
    throw new RangeError('true or false');
  };
  return { ...base(about, 'true|false'), default: fallback, list: false, parse };
}

export function listOf<Item>(
  parseItem: (value: unknown) => Item,
  fallback: readonly Item[],
  about: About,
): Setting<readonly Item[]> {
  const parse = (value: unknown): readonly Item[] => {
    const items = typeof value === 'string' ? value.split(',').map((item) => item.trim()) : value;
    if (!Array.isArray(items)) throw new RangeError('a list');
    return items.filter((item) => item !== '').map(parseItem);
  };
  return { ...base(about, 'TEXT'), default: fallback, list: true, parse };
}

export function parseText(value: unknown): string {
  if (typeof value !== 'string' || value.length === 0 || value.length > 4_096) throw new RangeError('a text');
  return value;
}

export function parseWhole(value: unknown, bounds: { min: number; max: number }): number {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isInteger(number) || number < bounds.min || number > bounds.max) {
    throw new RangeError(`a whole number from ${bounds.min} to ${bounds.max}`);
  }
  return number;
}

const units: Record<string, number> = { '': 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 };

function parseBytes(value: unknown, bounds: { min: number; max: number }): number {
  const match = typeof value === 'string' ? /^(\d{1,15}) ?(|KiB|MiB|GiB)$/.exec(value) : null;
  const number = match === null ? value : Number(match[1]) * units[match[2]!]!;
  if (typeof number !== 'number' || !(number >= bounds.min && number <= bounds.max)) {
    throw new RangeError(
      `a number of bytes from ${bounds.min} to ${bounds.max}, or with a unit such as 64MiB`,
    );
  }
  return Math.floor(number);
}

function base(
  about: About,
  placeholder: string,
): Pick<Setting<never>, 'placeholder' | 'help' | 'secret' | 'reloadable'> & { flag?: string } {
  return {
    placeholder: about.placeholder ?? placeholder,
    help: about.help,
    secret: about.secret ?? false,
    reloadable: about.reloadable ?? false,
    ...(about.flag === undefined ? {} : { flag: about.flag }),
  };
}
