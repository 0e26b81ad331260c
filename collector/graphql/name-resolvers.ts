import { scanTarget } from '@sonde/scanner/checks/domain-name.ts';
import { usualWishes } from '@sonde/scanner/names/name-system.ts';
import { InvalidInput } from '@sonde/shared/errors.ts';
import { askedName } from '../domain/intelligence/names/asked-name.ts';
import { type NameHistoryPorts, nameHistory } from '../domain/intelligence/names/name-history.ts';
import { type ResolveNamePorts, resolveAnyName } from '../domain/intelligence/names/resolve-any-name.ts';
import type { BurstLimits } from '../domain/people/quota/burst-limits.ts';
import type { GraphqlContext } from './graphql-context.ts';

/** A resolution takes this much of the caller's burst, as over REST. */
const resolveCost = 2;
const mostGateways = 8;
const mostDays = 3_650;

export interface NameResolverPorts extends ResolveNamePorts, NameHistoryPorts {
  readonly burst: Pick<BurstLimits, 'take'>;
}

/** Resolves names beside the DNS: the same directory and the same scans as over REST. */
export function nameResolvers(ports: NameResolverPorts) {
  return {
    Query: {
      resolveName: async (
        _parent: undefined,
        { name, agreement }: { name: string; agreement: number },
        { caller, signal }: GraphqlContext,
      ) => {
        bounded('agreement', agreement, mostGateways);
        const asked = askedName(name);
        ports.burst.take(caller, resolveCost);
        return resolveAnyName(asked, { ...usualWishes, agreement }, ports, signal);
      },
      nameHistory: async (_parent: undefined, { name, days }: { name: string; days: number }) => {
        bounded('days', days, mostDays);
        const { states } = await nameHistory(scanTarget(askedName(name), 'name'), days, ports);
        return states.map(({ at, scanId, answer, changes }) => ({
          scanTimestamp: at.toISOString(),
          scanId,
          resolved: answer.resolved,
          changes: changes.map((change) => ({ ...change, record: change.recordType ?? '' })),
        }));
      },
    },
  };
}

function bounded(field: string, value: number, most: number): void {
  if (value < 1 || value > most) throw new InvalidInput(field, `\`${field}\` is a number from 1 to ${most}.`);
}
