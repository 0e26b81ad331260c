import type { Severity } from '@sonde/shared/schemas/severity.ts';
import type { SharedItem, SharedQuestion, SharingStore } from '../../../ports/threats/sharing.ts';
import { uuidOfName } from './uuid-of-name.ts';

/** A shared collection is a choice of what is shared, which others take as a whole. */
export interface SharedCollection {
  /** As in paths: `threats`. */
  readonly alias: string;
  readonly title: string;
  readonly description: string;
  /** Undefined for the lists of this installation, which are the administrators' alone. */
  readonly leastSeverity: Severity | undefined;
}

export const sharedCollections = [
  {
    alias: 'threats',
    title: 'Threats',
    description: 'Threats that the account has found in its own traffic, with sightings.',
    leastSeverity: 'info',
  },
  {
    alias: 'threats-high',
    title: 'Threats of high severity',
    description: 'The same threats, but only those of severity high or critical.',
    leastSeverity: 'high',
  },
  {
    alias: 'indicators',
    title: 'Own indicators',
    description:
      'Indicators from lists that administrators of this installation have imported, without feeds.',
    leastSeverity: undefined,
  },
] as const satisfies readonly SharedCollection[];

/** A sharing caller is whoever asks, with what of the account he may see. */
export interface SharingCaller {
  readonly accountId: number;
  readonly administrator: boolean;
  readonly locationIds: readonly number[] | null;
}

export interface SharingPorts {
  readonly sharing: SharingStore;
  readonly feedsInForce: { readonly all: readonly { readonly id: string }[] };
  readonly installationId: string;
}

/** Types of threats whose subject has done nothing, or is within: it is attacked, imitated, new, or one's own. */
export const blamelessTypes: readonly string[] = [
  'amplification',
  'anonymity_network',
  'callback_service',
  'canary',
  'dangling_name',
  'name_leak',
  'name_poisoning',
  'newly_observed',
  'nxdomain_hijack',
  'nxdomain_storm',
  'ownership_change',
  'poisoning',
  'random_subdomain_attack',
  'reconnaissance',
  'resolver_bypass',
  'sigma',
];

/** The collections that a caller may read. */
export function collectionsOf({
  administrator,
  locationIds,
}: Pick<SharingCaller, 'administrator' | 'locationIds'>): SharedCollection[] {
  const seesLists = administrator && locationIds === null;
  return sharedCollections.filter(({ leastSeverity }) => leastSeverity !== undefined || seesLists);
}

/** A collection's id: the same for as long as the installation and the account are. */
export function collectionId({ alias }: SharedCollection, accountId: number, installationId: string): string {
  return uuidOfName(installationId, `collection|${accountId}|${alias}`);
}

/** Asks for a page of a collection. */
export function sharedPage(
  collection: SharedCollection,
  { accountId, locationIds }: SharingCaller,
  question: SharedQuestion,
  { sharing, feedsInForce }: Pick<SharingPorts, 'sharing' | 'feedsInForce'>,
): Promise<SharedItem[]> {
  const { leastSeverity } = collection;
  if (leastSeverity === undefined) {
    return sharing.ofLists(
      feedsInForce.all.map(({ id }) => id),
      question,
    );
  }
  return sharing.ofThreats({ accountId, locationIds, leastSeverity, notTypes: blamelessTypes }, question);
}

const mostAtOnce = 5_000;

/** Reads all items of these parts, page by page. */
export async function* sharedItems(
  collection: SharedCollection,
  caller: SharingCaller,
  parts: SharedQuestion['parts'],
  ports: Pick<SharingPorts, 'sharing' | 'feedsInForce'>,
): AsyncGenerator<SharedItem> {
  let after: SharedItem | undefined;
  do {
    const page = await sharedPage(collection, caller, { parts, after, limit: mostAtOnce }, ports);
    yield* page;
    after = page.length < mostAtOnce ? undefined : page.at(-1);
  } while (after !== undefined);
}
