import { countOnAllPages } from '@sonde/shared/schemas/list-count.ts';
import { pageParameters } from '@sonde/shared/schemas/page.ts';
import { z } from 'zod';
import { findText } from '../../domain/people/catalogue/find-text.ts';
import { type ListProductsPorts, listProducts as list } from '../../domain/people/catalogue/list-products.ts';
import { type Product, productKinds, productStates } from '../../domain/people/catalogue/product.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { conditionalJson } from '../content/conditional-json.ts';

const productSchema = z
  .object({
    id: z.string(),
    kind: z.enum(productKinds),
    name: z.string(),
    summary: z.string(),
    licence: z.string().describe('Licence terms.'),
    credit: z.string().nullable().describe('The credit that the licence requires.'),
    homepage: z.string().nullable(),
    state: z.enum(productStates).nullable().describe('Null for callers without an account.'),
    note: z.string().nullable().describe('Why the product is not active, or other remarks.'),
    tags: z.array(z.string()),
  })
  .meta({ id: 'Product' });

const answerSchema = z.object({
  count: countOnAllPages,
  products: z.array(productSchema),
  kinds: z.record(z.string(), z.int()).describe('Number of products of each kind, on all pages.'),
  limit: z.int(),
  offset: z.int(),
});

export const listProducts = defineEndpoint({
  method: 'GET',
  path: '/api/v2/marketplace/products',
  summary: 'List products',
  description:
    'Returns the parts of this installation: modules, checks, detectors, feeds, datasets and ' +
    'integrations, with the licence and state of each. Operators can add products in `products/` ' +
    'of the content directory. Nothing is for sale here.',
  family: 'Catalogue and courses',
  access: 'public',
  conditional: true,
  query: z.object({
    kind: z.enum(productKinds).optional(),
    state: z.enum(productStates).optional().describe('Only for callers with an account.'),
    licence: z.string().max(100).optional().describe('Part of the licence, in upper or lower case.'),
    tag: z.string().max(100).optional(),
    q: z.string().max(200).optional().describe('Words that must all occur.'),
    ...pageParameters(100, 1_000),
  }),
  response: answerSchema,
  async run({ caller, query }, ports: ListProductsPorts) {
    const { kind, state, licence, tag, q, limit, offset } = query;
    const isKnown = caller.kind !== 'anonymous';
    const wanted = (await list(ports))
      .map((product) => (isKnown ? product : hideState(product)))
      .filter(
        (product) =>
          (kind === undefined || product.kind === kind) &&
          (state === undefined || product.state === state) &&
          (tag === undefined || product.tags.includes(tag)) &&
          (licence === undefined || product.licence.toLowerCase().includes(licence.toLowerCase())),
      );
    const found = findText(wanted, q ?? '', (product) => [
      { text: product.name, weight: 4 },
      { text: `${product.id} ${product.tags.join(' ')}`, weight: 2 },
      { text: `${product.summary} ${product.note ?? ''} ${product.licence}`, weight: 1 },
    ]);
    const kinds = Object.fromEntries(
      productKinds.map((one) => [one, found.filter((product) => product.kind === one).length]),
    );
    const products = found.slice(offset, offset + limit).map((product) => ({
      ...product,
      tags: [...product.tags],
    }));
    return conditionalJson(answerSchema, { count: found.length, products, kinds, limit, offset });
  },
});

/** A shown product is a product as a caller sees it. */
type Shown = Omit<Product, 'state'> & { readonly state: Product['state'] | null };

/** Hides a product's state: what runs here is for those who have an account here. */
function hideState(product: Product): Shown {
  return { ...product, state: null, note: null };
}
