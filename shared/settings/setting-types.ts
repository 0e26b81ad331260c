import { isIP } from 'node:net';
import { closestName } from './closest-name.ts';
import type { SettingType } from './setting.ts';

const longestText = 4_096;

export const text: SettingType<string> = {
  describe: 'text',
  placeholder: 'TEXT',
  parse(value) {
    if (value.length > 0 && value.length <= longestText) return value;
    throw new RangeError(`must be a text of at most ${longestText} characters`);
  },
};

/**
 * Makes a setting type of a `read` function, which gives undefined or throws a RangeError if the text is no `expected`.
 */
export function readBy<Value>(
  expected: string,
  read: (text: string) => Value | undefined,
  { propose, placeholder }: Pick<SettingType<Value>, 'propose' | 'placeholder'> = {},
): SettingType<Value> {
  return {
    describe: expected,
    parse(value) {
      const found = attempt(() => read(text.parse(value)));
      if (found !== undefined) return found;
      throw new RangeError(`must be ${expected.replaceAll('`', '')}`);
    },
    ...(propose === undefined ? {} : { propose }),
    ...(placeholder === undefined ? {} : { placeholder }),
  };
}

function attempt<Value>(read: () => Value | undefined): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

export function integer(min: number, max: number): SettingType<number> {
  return readBy(
    `an integer from ${min} to ${max}`,
    (value) => {
      const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
      return number >= min && number <= max ? number : undefined;
    },
    { placeholder: 'NUMBER' },
  );
}

/** Makes the type of a number that may have decimals. */
export function decimal(min: number, max: number, unit = ''): SettingType<number> {
  const what = unit === '' ? 'a number' : `a number of ${unit}`;
  return readBy(
    `${what} from ${min} to ${max}`,
    (value) => {
      const number = /^\d{1,15}(?:\.\d{1,15})?$/.test(value) ? Number(value) : Number.NaN;
      return number >= min && number <= max ? number : undefined;
    },
    { placeholder: unit === '' ? 'NUMBER' : unit.toUpperCase() },
  );
}

/** Makes the type of a length of time as a number of seconds. */
export function seconds(min: number, max: number): SettingType<number> {
  return decimal(min, max, 'seconds');
}

export function choice<const Value extends string>(...values: readonly Value[]): SettingType<Value> {
  return {
    describe: values.map((value) => `\`${value}\``).join(', '),
    placeholder: values.join('|'),
    parse(value) {
      const chosen = values.find((candidate) => candidate === value);
      if (chosen === undefined) throw new RangeError(`must be one of ${values.join(', ')}`);
      return chosen;
    },
    propose: (value) => closestName(value.toLowerCase(), values),
  };
}

const yes = new Set(['true', 'yes', 'on', '1']);
const no = new Set(['false', 'no', 'off', '0']);

export const yesNo: SettingType<boolean> = readBy(
  '`true` or `false`',
  (value) => (yes.has(value) ? true : no.has(value) ? false : undefined),
  { propose: (value) => closestName(value.toLowerCase(), ['true', 'false']), placeholder: 'true|false' },
);

const byteUnits: Readonly<Record<string, number>> = {
  '': 1,
  B: 1,
  KiB: 1_024,
  MiB: 1_048_576,
  GiB: 1_073_741_824,
};

/** Makes the type of bytes within bounds: `4096`, `64KiB`, `16MiB`, `4GiB`. */
export function bytesBetween(min: number, max: number): SettingType<number> {
  const bounds =
    min === 1 && max === Number.MAX_SAFE_INTEGER ? '' : `, from ${inBytes(min)} to ${inBytes(max)}`;
  const examples = '`4096`, `64KiB`, `16MiB`, `4GiB`';
  return {
    describe: `bytes: ${examples}${bounds}`,
    placeholder: 'BYTES',
    parse(value) {
      const [, digits, unit] = /^(\d{1,15}) ?(B|KiB|MiB|GiB|)$/.exec(value) ?? [];
      const count = Number(digits) * (byteUnits[unit ?? ''] ?? Number.NaN);
      if (Number.isSafeInteger(count) && count >= min && count <= max) return count;
      throw new RangeError(`must be a number of bytes such as 4096, 64KiB, 16MiB or 4GiB${bounds}`);
    },
    propose(value) {
      const [, digits, unit] = /^(\d{1,12}) ?([kmg])(?:i?b)?$/i.exec(value) ?? [];
      return unit === undefined ? undefined : `${digits}${unit.toUpperCase()}iB`;
    },
  };
}

export const bytes: SettingType<number> = bytesBetween(1, Number.MAX_SAFE_INTEGER);

function inBytes(count: number): string {
  const unit = ['GiB', 'MiB', 'KiB'].find((name) => count > 0 && count % byteUnits[name]! === 0);
  return unit === undefined ? String(count) : `${count / byteUnits[unit]!}${unit}`;
}

const timeUnits: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** The duration type reads a length of time, in milliseconds: `500ms`, `30s`, `15m`, `12h`, `90d`. */
export const duration: SettingType<number> = {
  describe: 'a length of time: `500ms`, `30s`, `15m`, `12h`, `90d`',
  parse(value) {
    const [, digits, unit] = /^(\d{1,9})(ms|s|m|h|d)$/.exec(value) ?? [];
    const milliseconds = Number(digits) * (timeUnits[unit ?? ''] ?? Number.NaN);
    if (Number.isSafeInteger(milliseconds) && milliseconds > 0) return milliseconds;
    throw new RangeError('must be a length of time: 500ms, 30s, 15m, 12h or 90d');
  },
  propose(value) {
    const [, digits, unit] = /^(\d{1,9}) ?(ms|sec|s|min|m|hour|h|day|d)[a-z]{0,5}$/i.exec(value) ?? [];
    if (unit === undefined) return undefined;
    return `${digits}${unit.toLowerCase() === 'ms' ? 'ms' : unit.charAt(0).toLowerCase()}`;
  },
};

/** Makes the type of a URL of one of these schemes. */
export function url(...schemes: readonly string[]): SettingType<string> {
  return {
    describe: `a URL (${schemes.join(', ')})`,
    parse(value) {
      const parsed = URL.parse(value);
      if (parsed !== null && schemes.includes(parsed.protocol.slice(0, -1))) return value;
      throw new RangeError(
        `must be a URL that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
      );
    },
    propose(value) {
      // A host and a port alone, as people write them.
      return /^[a-z0-9.-]+(?::\d{1,5})?(?:\/|$)/i.test(value) ? `${schemes[0]}://${value}` : undefined;
    },
  };
}

/** Makes the type of a list with commas between its items; `least` of them, at most `most`. */
export function list<Value>(
  item: SettingType<Value>,
  { least = 0, most = 10_000 }: { readonly least?: number; readonly most?: number } = {},
): SettingType<readonly Value[]> {
  const itemsOf = (value: string) => value.split(',').map((part) => part.trim());
  const parseItems = (items: readonly string[]) => {
    const parsed = items.filter((part) => part !== '').map((part) => item.parse(part));
    if (parsed.length < least) throw new RangeError(`must name ${least} at least`);
    if (parsed.length > most) throw new RangeError(`must name ${most} at most`);
    return parsed;
  };
  return {
    describe: `${item.describe}; several with commas between them`,
    parse: (value) => parseItems(itemsOf(value)),
    parseItems,
    propose(value) {
      const wrong = itemsOf(value).find((part) => !isReadable(item, part));
      return wrong === undefined ? undefined : item.propose?.(wrong);
    },
  };
}

function isReadable(type: SettingType<unknown>, value: string): boolean {
  return value === '' || attempt(() => [type.parse(value)]) !== undefined;
}

/** The network type reads an address or a network. */
export const network: SettingType<string> = readBy(
  'an address or a network such as `10.0.0.0/8`',
  (value) => {
    const [address = '', length, more] = value.split('/');
    const version = isIP(address);
    const longest = version === 4 ? 32 : 128;
    const validLength = length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= longest);
    return version !== 0 && !address.includes('%') && validLength && more === undefined ? value : undefined;
  },
);

/** The host and port type reads `HOST:PORT`, an IPv6 host in brackets. */
export const hostPort: SettingType<string> = readBy(
  '`HOST:PORT` such as `127.0.0.1:9464` or `[::1]:9464`',
  (value) => {
    const match = /^(\[[0-9a-f:.]+\]|[^:\s[\]]+):(\d{1,5})$/i.exec(value);
    return match !== null && Number(match[2]) <= 65_535 ? value : undefined;
  },
);
