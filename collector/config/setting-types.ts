import { isIP } from 'node:net';
import { parseDomainInput } from '@sonde/shared/dns/domain-input.ts';
import { type ListenAddress, parseListenAddress } from '../http/server/listen-address.ts';

/** How the text of a setting is read. `parse` throws a RangeError whose message completes "SONDE_X ...". */
export interface SettingType<Value> {
  /** For the documentation: "bytes, such as 16MiB". */
  readonly describe: string;
  parse(text: string): Value;
}

export const text: SettingType<string> = { describe: 'text', parse: (value) => value };

export function integer(min: number, max: number): SettingType<number> {
  return {
    describe: `an integer from ${min} to ${max}`,
    parse(value) {
      const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
      if (number >= min && number <= max) return number;
      throw new RangeError(`must be an integer from ${min} to ${max}`);
    },
  };
}

export function choice<const Value extends string>(...values: readonly Value[]): SettingType<Value> {
  return {
    describe: values.map((value) => `\`${value}\``).join(', '),
    parse(value) {
      const chosen = values.find((candidate) => candidate === value);
      if (chosen === undefined) throw new RangeError(`must be one of ${values.join(', ')}`);
      return chosen;
    },
  };
}

const byteUnits: Readonly<Record<string, number>> = {
  '': 1,
  B: 1,
  KiB: 1_024,
  MiB: 1_048_576,
  GiB: 1_073_741_824,
};

/** Bytes: `4096`, `64KiB`, `16MiB`, `4GiB`. */
export const bytes: SettingType<number> = {
  describe: 'bytes: `4096`, `64KiB`, `16MiB`, `4GiB`',
  parse(value) {
    const [, digits, unit] = /^(\d{1,12})(B|KiB|MiB|GiB|)$/.exec(value) ?? [];
    const count = Number(digits) * (byteUnits[unit ?? ''] ?? Number.NaN);
    if (Number.isSafeInteger(count) && count > 0) return count;
    throw new RangeError('must be a number of bytes: 4096, 64KiB, 16MiB or 4GiB');
  },
};

const timeUnits: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** A length of time, in milliseconds: `500ms`, `30s`, `15m`, `12h`, `90d`. */
export const duration: SettingType<number> = {
  describe: 'a length of time: `500ms`, `30s`, `15m`, `12h`, `90d`',
  parse(value) {
    const [, digits, unit] = /^(\d{1,9})(ms|s|m|h|d)$/.exec(value) ?? [];
    const milliseconds = Number(digits) * (timeUnits[unit ?? ''] ?? Number.NaN);
    if (Number.isSafeInteger(milliseconds) && milliseconds > 0) return milliseconds;
    throw new RangeError('must be a length of time: 500ms, 30s, 15m, 12h or 90d');
  },
};

/** A URL of one of these schemes. */
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
  };
}

/** Items with commas between them. */
export function list<Value>(item: SettingType<Value>): SettingType<readonly Value[]> {
  return {
    describe: `${item.describe}; several with commas between them`,
    parse: (value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '')
        .map((part) => item.parse(part)),
  };
}

export const listenAddress: SettingType<ListenAddress> = {
  describe: '`HOST:PORT`, `[IPV6]:PORT` or `unix:/PATH`',
  parse: parseListenAddress,
};

/** An address, a network, or `unix` for peers on a Unix socket. */
export const proxyNetwork: SettingType<string> = {
  describe: 'an address, a network such as `10.0.0.0/8`, or `unix`',
  parse(value) {
    const [address = '', length, more] = value.split('/');
    const version = isIP(address);
    const longest = version === 4 ? 32 : 128;
    const validLength = length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= longest);
    if (value === 'unix' || (version !== 0 && !address.includes('%') && validLength && more === undefined))
      return value;
    throw new RangeError('must be an address, a network such as 10.0.0.0/8, or unix');
  },
};

/** An address or a network. */
export const network: SettingType<string> = {
  describe: 'an address or a network such as `10.0.0.0/8`',
  parse(value) {
    if (value !== 'unix') return proxyNetwork.parse(value);
    throw new RangeError('must be an address or a network such as 10.0.0.0/8');
  },
};

/** The address of a resolver, which is asked at port 53. */
export const resolverAddress: SettingType<string> = {
  describe: 'an IP address',
  parse(value) {
    if (isIP(value) !== 0 && !value.includes('%')) return value;
    throw new RangeError('must be an IP address');
  },
};

/** The name of a zone, in stored form. */
export const zoneName: SettingType<string> = {
  describe: 'a domain name',
  parse(value) {
    const read = parseDomainInput(value);
    if ('domain' in read) return read.domain;
    throw new RangeError('must be a domain name');
  },
};

/** A URL to ask about a domain at. */
export const searchUrl: SettingType<string> = {
  describe: 'a URL (https, http) with `{domain}` in it',
  parse(value) {
    const parsed = URL.parse(value);
    if (parsed !== null && /^https?:$/.test(parsed.protocol) && value.includes('{domain}')) return value;
    throw new RangeError('must be a URL that begins with https:// or http:// and has {domain} in it');
  },
};

/** Which feeds: `none`, `all` or their ids. */
export const feedChoice: SettingType<'none' | 'all' | readonly string[]> = {
  describe: '`none`, `all`, or ids of feeds with commas between them',
  parse(value) {
    if (value === 'none' || value === 'all') return value;
    const ids = value.split(',').map((id) => id.trim());
    if (ids.every((id) => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id))) return ids;
    throw new RangeError('must be none, all, or ids of feeds with commas between them');
  },
};

/** Something that goes into a header and that nobody may see. */
export const secretText: SettingType<string> = {
  describe: 'printable characters without spaces',
  parse(value) {
    if (/^[\x21-\x7e]{1,256}$/.test(value)) return value;
    throw new RangeError('must be at most 256 printable characters without spaces');
  },
};

/** The origin of a page as browsers send it, or `*`. */
export const origin: SettingType<string> = {
  describe: 'an origin such as `https://app.example.com`, or `*`',
  parse(value) {
    if (value === '*' || URL.parse(value)?.origin === value) return value;
    throw new RangeError('must be an origin such as https://app.example.com, or *');
  },
};

/** A key that an operator chose. */
export const chosenKey: SettingType<string> = {
  describe: 'at least 16 printable characters without spaces',
  parse(value) {
    if (/^[\x21-\x7e]{16,256}$/.test(value)) return value;
    throw new RangeError('must be 16 to 256 printable characters without spaces');
  },
};

/** A secret that programs share. */
export const chosenSecret: SettingType<string> = {
  describe: 'at least 32 printable characters without spaces',
  parse(value) {
    if (/^[\x21-\x7e]{32,256}$/.test(value)) return value;
    throw new RangeError('must be 32 to 256 printable characters without spaces');
  },
};

/** An e-mail address, or a domain of which all addresses are meant. */
export const mailRecipient: SettingType<string> = {
  describe: 'an e-mail address, or `@example.com` for all of a domain',
  parse(value) {
    if (/^[^\s@]*@[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i.test(value)) return value.toLowerCase();
    throw new RangeError('must be an e-mail address, or @ and a domain');
  },
};
