import { NotFound } from '@sonde/shared/errors.ts';
import { taxiiMediaType } from '@sonde/shared/schemas/taxii.ts';
import { z } from 'zod';
import {
  collectionId,
  collectionsOf,
  type SharedCollection,
  type SharingCaller,
  type SharingPorts,
} from '../../domain/intelligence/sharing/collections.ts';
import { mostObjects, type TaxiiPage, taxiiPage } from '../../domain/intelligence/sharing/taxii-page.ts';
import type { AccountCaller } from '../../domain/people/access/caller.ts';
import { HeadedAnswer } from '../../http/headed-answer.ts';

/** Parts that the operations of TAXII 2.1 have in common. */
export const sharingFamily = 'Sharing';
export const stixMediaType = 'application/stix+json;version=2.1';

export const collectionParameter = z
  .string()
  .regex(/^[a-z0-9-]{1,64}$/)
  .describe('Id or alias of the collection, as in the list of collections.')
  .meta({ examples: ['indicators'] });

export const objectParameter = z
  .string()
  .max(120)
  .regex(/^[a-z0-9-]+--[0-9a-f-]{36}$/)
  .meta({ examples: ['identity--6b3a05c1-7b0e-5b7a-8f5b-0d2a0e7c5a11'] });

export const collectionSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  description: z.string(),
  alias: z.string(),
  can_read: z.literal(true),
  can_write: z
    .literal(false)
    .describe('Always false. To add indicators of your own, use a feed or a list of indicators.'),
  media_types: z.array(z.string()),
});

const stamp = z
  .string()
  .max(40)
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/, 'must be a time such as 2026-03-14T09:26:53.589Z')
  .refine((text) => !Number.isNaN(Date.parse(text)), 'is no time');

const list = z
  .string()
  .max(20_000)
  .transform((text) => text.split(','))
  .optional();

export const pageParameters = {
  added_after: stamp.optional().describe('Only objects that were added after this time.'),
  limit: z
    .int()
    .min(1)
    .default(mostObjects)
    .transform((limit) => Math.min(limit, mostObjects))
    .describe(`Objects in a page, at most ${mostObjects}.`),
  next: z.string().max(8_000).optional().describe('The value of `next` in the previous page.'),
};

export const matchParameters = {
  'match[id]': list.describe('Ids of objects, separated by commas.'),
  'match[type]': list.describe('Types of objects, separated by commas.'),
  'match[version]': list.describe(
    '`last`, `first`, `all` or the date of a version. An object has only one version.',
  ),
  'match[spec_version]': list.describe('Only `2.1` returns objects.'),
};

export const objectsSchema = z.object({
  more: z.boolean().optional(),
  next: z.string().optional(),
  objects: z.array(z.record(z.string(), z.unknown())).optional(),
});

/** Tells who asks, and which locations he may see. */
export function sharingCaller({ accountId, administrator, bounds }: AccountCaller): SharingCaller {
  return { accountId, administrator, locationIds: bounds?.locationIds ?? null };
}

/** Finds a collection that the caller may read. Throws NotFound for any other. */
export function findCollection(
  named: string,
  caller: SharingCaller,
  installationId: string,
): SharedCollection {
  const found = collectionsOf(caller).find(
    (one) => one.alias === named || collectionId(one, caller.accountId, installationId) === named,
  );
  if (found === undefined) throw new NotFound('collection');
  return found;
}

export function presentCollection(
  { alias, title, description }: SharedCollection & { readonly alias: string },
  id: string,
): z.input<typeof collectionSchema> {
  return { id, title, description, alias, can_read: true, can_write: false, media_types: [taxiiMediaType] };
}

interface PageQuery {
  readonly added_after?: string | undefined;
  readonly limit: number;
  readonly next?: string | undefined;
  readonly 'match[id]'?: string[] | undefined;
  readonly 'match[type]'?: string[] | undefined;
  readonly 'match[version]'?: string[] | undefined;
  readonly 'match[spec_version]'?: string[] | undefined;
}

/** Answers with a page, shown by `present`, with the headers that say when its first and last object came in. */
export async function answerPage<Body>(
  { params, query, caller }: { params: { collection_id: string }; query: PageQuery; caller: AccountCaller },
  ports: SharingPorts,
  present: (page: TaxiiPage) => Body,
): Promise<HeadedAnswer<Body>> {
  const asker = sharingCaller(caller);
  const collection = findCollection(params.collection_id, asker, ports.installationId);
  const question = {
    addedAfter: query.added_after,
    next: query.next,
    limit: query.limit,
    ids: query['match[id]'],
    types: query['match[type]'],
    versions: query['match[version]'],
    specVersions: query['match[spec_version]'],
  };
  const page = await taxiiPage(collection, asker, question, ports);
  const [first, last] = [page.objects[0], page.objects.at(-1)];
  const headers: Record<string, string> =
    first === undefined || last === undefined
      ? {}
      : { 'X-TAXII-Date-Added-First': first.dateAdded, 'X-TAXII-Date-Added-Last': last.dateAdded };
  return new HeadedAnswer(present(page), headers);
}

/** Tells whether there is more behind a page; an empty page is an empty envelope (TAXII 2.1 section 3.7). */
export function pageEnds({ next }: TaxiiPage): { more?: true; next?: string } {
  return next === undefined ? {} : { more: true, next };
}
