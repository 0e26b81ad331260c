import { Resolver } from 'node:dns/promises';
import { outsideDns } from '@sonde/shared/dns/outside-dns.ts';
import type { NameResolver } from '../ports/name-resolver.ts';

/** Codes of answers that say that there is nothing, in contrast to no answer. */
const nothing = new Set(['ENODATA', 'ENOTFOUND']);

/** Resolves by the name servers that the machine is set up with, or by these. */
export function createSystemResolver(servers?: readonly string[]): NameResolver {
  return {
    addresses: async (name, signal) => {
      const outside = outsideDns(name.toLowerCase().replace(/\.$/, ''));
      // The machine's own resolver knows what is special to its network.
      if (outside !== undefined && outside.system !== 'special') throw new Error(outside.message);
      // One for each question, since cancelling is of all questions of a resolver.
      const resolver = new Resolver({ timeout: 2_000, tries: 2 });
      if (servers !== undefined) resolver.setServers([...servers]);
      const cancel = () => resolver.cancel();
      signal.addEventListener('abort', cancel, { once: true });
      try {
        const [four, six] = await Promise.all([
          resolver.resolve4(name).catch(noneOrThrow),
          resolver.resolve6(name).catch(noneOrThrow),
        ]);
        return [...four, ...six];
      } finally {
        signal.removeEventListener('abort', cancel);
      }
    },
  };
}

function noneOrThrow(error: NodeJS.ErrnoException): string[] {
  if (nothing.has(error.code ?? '')) return [];
  throw error;
}
