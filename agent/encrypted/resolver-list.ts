import { readFileSync } from 'node:fs';
import { isSameAddress, mixAddress } from '@sonde/sensor/pairing/address-words.ts';
import builtIn from '@sonde/shared/dns/public-resolvers.json' with { type: 'json' };
import { addressBytes } from '@sonde/shared/net/address.ts';
import { ConfigError } from '@sonde/shared/settings/config-error.ts';
import { z } from 'zod';

const listSchema = z.object({
  resolvers: z
    .array(
      z.object({
        provider: z.string().regex(/^[\x20-\x7e]{1,100}$/, 'a name of up to 100 characters of ASCII'),
        addresses: z.array(z.union([z.ipv4(), z.ipv6()])).default([]),
        names: z.array(z.string().regex(/^[a-z0-9._-]{1,253}$/, 'a name in lower case')).default([]),
      }),
    )
    .max(2_000),
});
export type Resolvers = z.infer<typeof listSchema>['resolvers'];

/** Addresses of a list, at most: the packet filter has to hold them all. */
const mostAddresses = 1_000;
const mostFileBytes = 1024 * 1024;

/** A resolver list tells which addresses answer DNS over HTTPS, TLS or QUIC, and whose they are. */
export class ResolverList {
  /** What the list was made of, from which another thread makes it anew. */
  readonly resolvers: Resolvers;
  readonly addresses: readonly string[];
  readonly #providers = new Map<string, string>();
  readonly #byHash = new Map<number, { readonly words: Int32Array; readonly provider: string }[]>();

  /** Throws a RangeError if there are too many addresses. */
  constructor(resolvers: Resolvers) {
    this.resolvers = resolvers;
    this.addresses = [...new Set(resolvers.flatMap(({ addresses }) => addresses))];
    if (this.addresses.length > mostAddresses)
      throw new RangeError(`has more than ${mostAddresses} addresses`);
    for (const { provider, addresses, names } of resolvers) {
      for (const name of names) this.#providers.set(name, provider);
      for (const address of addresses) {
        const words = new Int32Array(Uint8Array.from(addressBytes(address)).buffer);
        const hash = mixAddress(0, words, 0);
        const known = this.#byHash.get(hash) ?? [];
        if (known.some((entry) => isSameAddress(entry.words, 0, words, 0))) continue;
        this.#byHash.set(hash, [...known, { words, provider }]);
      }
    }
  }

  /** The provider of the address in these words, four from an index on; undefined if it is not on the list. */
  providerOf(words: Int32Array, at: number): string | undefined {
    const known = this.#byHash.get(mixAddress(0, words, at));
    if (known === undefined) return undefined;
    for (const entry of known) if (isSameAddress(entry.words, 0, words, at)) return entry.provider;
    return undefined;
  }

  /** The provider that a server name is one of, or below. */
  providerOfName(name: string): string | undefined {
    for (let rest = name; rest !== ''; ) {
      const provider = this.#providers.get(rest);
      if (provider !== undefined) return provider;
      const dot = rest.indexOf('.');
      rest = dot < 0 ? '' : rest.slice(dot + 1);
    }
    return undefined;
  }
}

/** Returns the list that comes with the agent, or that of an operator's file. Throws a ConfigError. */
export function loadResolverList(file: string | undefined): ResolverList {
  if (file === undefined) return new ResolverList(listSchema.parse(builtIn).resolvers);
  try {
    const text = readFileSync(file, 'utf8');
    if (text.length > mostFileBytes) throw new RangeError('is longer than 1 MiB');
    const parsed = listSchema.safeParse(JSON.parse(text));
    if (parsed.success) return new ResolverList(parsed.data.resolvers);
    const issue = parsed.error.issues[0];
    throw new RangeError(`is invalid at ${issue?.path.join('.') || 'its beginning'}: ${issue?.message}`);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    const why =
      error instanceof RangeError
        ? error.message
        : error instanceof SyntaxError
          ? 'is not valid JSON'
          : `can't be read: ${code}`;
    throw new ConfigError([`The list of resolvers ${file} ${why}.`]);
  }
}
