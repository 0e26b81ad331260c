import { useSignal } from '@preact/signals';
import type { Product } from '@sonde/client/api-types.generated.ts';
import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { place, setQuery } from '../../app/router.ts';
import { SelectField, TextField } from '../../components/forms/field.tsx';
import { ResourceTable } from '../../components/lists/resource-table.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { count } from '../../format/numbers.ts';
import { texts as common } from '../../texts/en/common.ts';
import { texts } from '../../texts/en/operate/catalogue.ts';

type Kind = Product['kind'];
type State = NonNullable<Product['state']>;
const pageSize = 50;
const kinds = Object.keys(texts.kinds) as Kind[];
const states = Object.keys(texts.states) as State[];
const tones: Readonly<Record<State, string>> = {
  active: 'good',
  available: '',
  not_configured: '',
  pending: '',
  degraded: 'warn',
  needs_key: 'warn',
  failed: 'bad',
};

/** Shows the products of the installation, by kind and state, with the terms of each. */
export function Page() {
  const { query } = place.value;
  const kind = kinds.find((one) => one === query.get('kind'));
  const state = states.find((one) => one === query.get('state'));
  const words = query.get('q') ?? '';
  const asked = `${kind} ${state} ${words}`;
  const shown = useSignal({ of: asked, limit: pageSize });
  const limit = shown.value.of === asked ? shown.value.limit : pageSize;
  const products = useResource(
    `products ${asked} ${limit}`,
    (signal) =>
      api.call('GET /api/v2/marketplace/products', {
        query: {
          limit,
          ...(kind === undefined ? {} : { kind }),
          ...(state === undefined ? {} : { state }),
          ...(words === '' ? {} : { q: words }),
        },
        signal,
      }),
    { keep: true },
  );
  return (
    <>
      <PageHead title={common.pages.catalogue} lead={texts.lead} />
      <div class="panel">
        <div class="finder">
          <TextField
            label={texts.search}
            type="search"
            maxLength={200}
            value={words}
            onInput={(text) => setQuery({ q: text }, { replace: true })}
          />
          <SelectField
            label={texts.kind}
            value={kind ?? ''}
            options={[['', texts.all], ...kinds.map((one) => [one, texts.kinds[one]] as const)]}
            onChange={(chosen) => setQuery({ kind: chosen })}
          />
          <SelectField
            label={texts.state}
            value={state ?? ''}
            options={[['', texts.all], ...states.map((one) => [one, texts.states[one]] as const)]}
            onChange={(chosen) => setQuery({ state: chosen })}
          />
        </div>
        <ResourceTable
          label={common.pages.catalogue}
          of={products}
          lines={12}
          rows={({ products: all }) => all}
          keyOf={({ id }) => id}
          columns={[texts.columns.name, texts.columns.kind, texts.columns.licence, texts.columns.state]}
          empty={texts.empty}
        >
          {(product) => <ProductCells product={product} />}
        </ResourceTable>
        {products.data !== undefined && (
          <div class="row">
            <p class="soft small" role="status">
              {texts.shown(count(products.data.products.length), count(products.data.count))}
            </p>
            {products.data.products.length < products.data.count && (
              <button
                type="button"
                class="button slim"
                onClick={() => {
                  shown.value = { of: asked, limit: Math.min(500, limit + 2 * pageSize) };
                }}
              >
                {texts.more}
              </button>
            )}
          </div>
        )}
      </div>
    </>
  );
}

function ProductCells({ product }: { product: Product }) {
  const { name, summary, kind, licence, credit, homepage, state, note } = product;
  return (
    <>
      <td class="wrap">
        <details class="unfolds">
          <summary>{name}</summary>
          <p class="soft small">{summary}</p>
          {credit !== null && <p class="soft small">{credit}</p>}
          {note !== null && <p class="soft small">{note}</p>}
          {homepage !== null && (
            <a class="small" href={homepage} rel="noreferrer noopener">
              {texts.home} <span class="unseen">{name}</span>
            </a>
          )}
        </details>
      </td>
      <td class="soft soon">{texts.kinds[kind]}</td>
      <td class="soft soon">{licence}</td>
      <td class="soon">
        {state !== null && <span class={`badge ${tones[state]}`}>{texts.states[state]}</span>}
      </td>
    </>
  );
}
