/** The service keys are the service parameter keys (https://www.iana.org/assignments/dns-svcb). */
export const serviceKeys = {
  mandatory: 0,
  alpn: 1,
  'no-default-alpn': 2,
  port: 3,
  ipv4hint: 4,
  ech: 5,
  ipv6hint: 6,
  dohpath: 7,
  ohttp: 8,
  docpath: 10,
} as const;

const names = new Map<number, string>(Object.entries(serviceKeys).map(([name, key]) => [key, name]));
const keys = new Map<string, number>(Object.entries(serviceKeys));

/** Gives the key's name, or `key12345` if it has none. */
export function serviceKeyName(key: number): string {
  return names.get(key) ?? `key${key}`;
}

export function isKnownServiceKey(key: number): boolean {
  return names.has(key);
}

/** Finds the number of a name or of `key12345`; undefined if it is neither (RFC 9460 section 2.1). */
export function serviceKeyNumber(name: string): number | undefined {
  const known = keys.get(name);
  if (known !== undefined) return known;
  const digits = /^key(0|[1-9][0-9]{0,4})$/.exec(name)?.[1];
  return digits !== undefined && Number(digits) <= 65_535 ? Number(digits) : undefined;
}
