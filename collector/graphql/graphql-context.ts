import type { BaseContext } from '@apollo/server';
import DataLoader from 'dataloader';
import type { Caller } from '../domain/people/access/caller.ts';
import type { Origin } from '../http/define-endpoint.ts';
import type { TrackedDomain, TrackedDomainStore } from '../ports/scans/tracked-domains.ts';

/** A context belongs to one request. */
export interface GraphqlContext extends BaseContext {
  readonly caller: Caller;
  readonly origin: Origin;
  /** Aborts when the client is gone. */
  readonly signal: AbortSignal;
  /** Domains by their names, all that one answer needs in one question; null if one is not known. */
  readonly domains: DataLoader<string, TrackedDomain | null>;
}

/** GraphQL shows the records of a domain's parts; the rest stands in the summary. */
const checksShown = ['records'];

export function createGraphqlContext(
  request: Pick<GraphqlContext, 'caller' | 'origin' | 'signal'>,
  { trackedDomains }: { readonly trackedDomains: Pick<TrackedDomainStore, 'findAll'> },
): GraphqlContext {
  const domains = new DataLoader<string, TrackedDomain | null>(async (names) => {
    const known = await trackedDomains.findAll(names, checksShown);
    const byName = new Map(known.map((domain) => [domain.domain, domain]));
    return names.map((name) => byName.get(name) ?? null);
  });
  return { ...request, domains };
}
