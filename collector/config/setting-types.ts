import type { SettingType } from '@sonde/shared/settings/setting.ts';
import { network, readBy } from '@sonde/shared/settings/setting-types.ts';
import { type ListenAddress, parseListenAddress } from '../http/server/listen-address.ts';

export const listenAddress: SettingType<ListenAddress> = {
  describe: '`HOST:PORT`, `[IPV6]:PORT` or `unix:/PATH`',
  parse: parseListenAddress,
};

/** A proxy is an address, a network, or `unix` for peers on a Unix socket. */
export const proxyNetwork = readBy('an address, a network such as `10.0.0.0/8`, or `unix`', (value) =>
  value === 'unix' ? value : network.parse(value),
);

/** A choice of feeds is `none`, `all` or ids of feeds; `default` may be among the ids. */
export const feedChoice: SettingType<'none' | 'all' | readonly string[]> = readBy<
  'none' | 'all' | readonly string[]
>('`none`, `default`, `all`, or ids of feeds with commas between them', (value) => {
  if (value === 'none' || value === 'all') return value;
  const ids = value.split(',').map((id) => id.trim());
  return ids.every((id) => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id)) ? ids : undefined;
});

/** A choice of datasets is `none`, `default`, `all` or ids of datasets; `default` may be among the ids. */
export const datasetChoice: SettingType<'none' | 'all' | readonly string[]> = readBy<
  'none' | 'all' | readonly string[]
>('`none`, `default`, `all`, or ids of datasets with commas between them', feedChoice.parse);

/** A choice of certificate logs is `none`, `all`, or names, ids or URLs of logs. */
export const logChoice: SettingType<'none' | 'all' | readonly string[]> = readBy<
  'none' | 'all' | readonly string[]
>('`none`, `all`, or names, ids or URLs of logs with commas between them', (value) => {
  if (value === 'none' || value === 'all') return value;
  const names = value.split(',').map((name) => name.trim());
  return names.every((name) => name.length > 0 && name.length <= 300) ? names : undefined;
});

/** A choice of zones is `all`, or top-level domains. */
export const zoneChoice: SettingType<'none' | 'all' | readonly string[]> = readBy<
  'none' | 'all' | readonly string[]
>('`none`, `all`, or top-level domains with commas between them', (value) => {
  if (value === 'none' || value === 'all') return value;
  const zones = value.split(',').map((zone) => zone.trim().toLowerCase());
  return zones.every((zone) => /^[a-z0-9-]{1,63}$/.test(zone)) ? zones : undefined;
});

/** A secret text goes into a header, and nobody may see it. */
export const secretText = printable('at most 256 printable characters without spaces', 1);

/** A chosen key is a key that an operator made up. */
export const chosenKey = printable('16 to 256 printable characters without spaces', 16);

/** A chosen secret is shared by several programs. */
export const chosenSecret = printable('32 to 256 printable characters without spaces', 32);

/** An origin is the origin of a page as browsers send it, or `*`. */
export const origin = readBy('an origin such as `https://app.example.com`, or `*`', (value) =>
  value === '*' || URL.parse(value)?.origin === value ? value : undefined,
);

/** A mail recipient is an e-mail address, or a domain with all of its addresses. */
export const mailRecipient = readBy('an e-mail address, or `@example.com` for all of a domain', (value) =>
  /^[^\s@]*@[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i.test(value) ? value.toLowerCase() : undefined,
);

function printable(expected: string, least: number): SettingType<string> {
  return readBy(expected, (value) =>
    value.length >= least && /^[\x21-\x7e]{1,256}$/.test(value) ? value : undefined,
  );
}
