import { checkTitles } from '@sonde/scanner/checks/check-titles.ts';
import type { DatasetKeeper } from '@sonde/scanner/datasets/refresh/dataset-keeper.ts';
import type { Check } from '@sonde/scanner/run/check.ts';
import { channelKindSchema } from '@sonde/shared/schemas/notification-channel.ts';
import { resolverModules } from '@sonde/shared/schemas/resolver-module.ts';
import type { Content } from '../../../ports/content/content.ts';
import type { FeedStateStore } from '../../../ports/threats/feeds.ts';
import { detectorTitles } from '../../detection/detector-titles.ts';
import { listFeeds } from '../../intelligence/threat-intel/feeds/feed-list.ts';
import type { FeedsInForce } from '../../intelligence/threat-intel/feeds/feeds-in-force.ts';
import type { OwnProduct, Product, ProductState } from './product.ts';

/** The product's own. */
const ownLicence = 'MIT';

/** An API family is a family of operations of the API. */
export interface ApiFamily {
  readonly name: string;
  readonly summary: string;
  readonly operations: number;
}

export interface ListProductsPorts {
  readonly apiFamilies: readonly ApiFamily[];
  readonly checks: readonly Check[];
  readonly feedsInForce: FeedsInForce;
  readonly feedStates: Pick<FeedStateStore, 'all'>;
  readonly datasetKeeper: Pick<DatasetKeeper, 'list'>;
  /** Whether mail can be sent. */
  readonly mailIsOn: boolean;
  readonly ownProducts: Content<OwnProduct>;
}

/**
 * Lists all products that there are here, told by the tables that the program runs by: nothing is listed that the
 * program does not have.
 */
export async function listProducts(ports: ListProductsPorts): Promise<Product[]> {
  const [states, datasets] = await Promise.all([ports.feedStates.all(), ports.datasetKeeper.list()]);
  const running = new Set(ports.checks.map(({ scanner }) => scanner.id));
  return [
    ...ports.apiFamilies.map(({ name, summary, operations }) =>
      own('module', slug(name), name, summary, { tags: [`${operations} operations`] }),
    ),
    ...Object.entries(checkTitles).map(([id, title]) =>
      own('check', id, title, 'A check of the scans of domains.', {
        ...(running.has(id)
          ? {}
          : { state: 'not_configured', note: 'A setting that it needs is missing (docs/configuration.md).' }),
        tags: ports.checks.filter(({ scanner }) => scanner.id === id).map(({ family }) => family),
      }),
    ),
    ...Object.entries(detectorTitles).map(([id, title]) =>
      own('detector', id, title, 'Looks at the queries of every location as they are stored.'),
    ),
    ...listFeeds(ports.feedsInForce, states).map(({ feed, state, isEnabled }) => ({
      id: `feed:${feed.id}`,
      kind: 'feed' as const,
      name: feed.name,
      summary: `A feed of indicators (${feed.type}).`,
      licence: feed.licence,
      credit: null,
      homepage: feed.homepage,
      state: isEnabled ? state.status : ('available' as const),
      note: isEnabled ? state.note : 'It is switched off (docs/feeds.md).',
      tags: [feed.type],
    })),
    ...datasets.map(({ dataset, state, isEnabled }) => ({
      id: `dataset:${dataset.id}`,
      kind: 'dataset' as const,
      name: dataset.name,
      summary: `A dataset about addresses, which fills ${dataset.fills.join(', ')}.`,
      licence: dataset.licence,
      credit: dataset.credit,
      homepage: dataset.homepage,
      state: isEnabled ? state.status : ('available' as const),
      note: isEnabled ? state.note : 'It is switched off (docs/addresses.md).',
      tags: [dataset.role],
    })),
    ...channelKindSchema.options.map((kind) => {
      const silent = kind === 'email' && !ports.mailIsOn;
      return own('integration', `notice-${kind}`, `Notices by ${kind}`, 'A channel that tells of threats.', {
        ...(silent ? { state: 'not_configured', note: 'SONDE_SMTP_URL is not set.' } : {}),
        tags: ['notifications'],
      });
    }),
    ...resolverModules.map((name) =>
      own('integration', `resolver-${name}`, `Resolver module ${name}`, 'Runs beside a resolver.', {
        tags: ['resolver'],
      }),
    ),
    ...ports.ownProducts.current.items.map((product) => ({
      ...product,
      id: `own:${product.id}`,
      kind: 'own' as const,
    })),
  ];
}

function own(
  kind: Product['kind'],
  id: string,
  name: string,
  summary: string,
  more: { state?: ProductState; note?: string; tags?: readonly string[] } = {},
): Product {
  const { state = 'active', note = null, tags = [] } = more;
  return {
    id: `${kind}:${id}`,
    kind,
    name,
    summary,
    licence: ownLicence,
    credit: null,
    homepage: null,
    state,
    note,
    tags,
  };
}

function slug(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}
