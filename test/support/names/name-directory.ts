import { NameDirectory, type NameDirectoryParts } from '../../../scanner/names/name-directory.ts';
import type { NameKind } from '../../../scanner/names/name-kind.ts';
import { type NameWishes, usualWishes } from '../../../scanner/names/name-system.ts';
import { AddressPolicy } from '../../../scanner/network/address-policy.ts';
import { createGuardedFetch } from '../../../scanner/network/guarded-fetch.ts';

/** A directory that nobody is configured for but who is given; and a way to ask it over this machine's loopback. */
export function testDirectory(
  parts: Partial<Omit<NameDirectoryParts, 'gateways'>> & { ethereum?: readonly string[] } = {},
) {
  const { ethereum = [], ...others } = parts;
  const names = new NameDirectory({
    clock: Date,
    gateways: { ethereum, polygon: [], base: [] },
    handshake: undefined,
    books: [],
    ...others,
  });
  const fetch = createGuardedFetch({
    resolver: { addresses: async () => [] },
    policy: new AddressPolicy(['127.0.0.1/32']),
    userAgent: 'sonde test',
  });
  const resolve = (name: string, kind: NameKind, wishes: Partial<NameWishes> = {}) =>
    names.resolve(
      name,
      { kind, reason: 'test' },
      { fetch, signal: AbortSignal.timeout(30_000) },
      { ...usualWishes, ...wishes },
    );
  return { names, resolve, fetch };
}
