import { presentRow } from '../../batch/present-row.ts';
import type { SeenRow } from '../../batch/seen-row.ts';
import { storedQuerySchema } from '../../schemas/stored-query.ts';
import { type JsonField, jsonWriter, listOf, objectOf } from './json-writer.ts';
import { type Mapping, mappingOf, type OutgoingQuery, type QueryPresentation } from './presentation.ts';

/** The fields of the API's own objects, which say themselves what they hold. */
export function fieldsOf({
  shape,
}: {
  readonly shape: Readonly<Record<string, { readonly description?: string | undefined }>>;
}): Mapping<never>['fields'] {
  return Object.entries(shape).map(([name, part]) => ({
    name,
    holds: part.description ?? 'As in the API.',
  }));
}

type Shown = ReturnType<typeof shownOf>;

function shownOf(query: SeenRow) {
  const { locationId, agentId } = query;
  return { ...presentRow(query), location_id: locationId, agent_id: agentId };
}

interface ShownRow extends OutgoingQuery {
  readonly shown: Shown;
}

const { shape } = storedQuerySchema;
/** How values that are objects, or lists of them, are written; all others are written as they are. */
const ways: { readonly [Name in keyof Shown]?: Pick<JsonField<ShownRow>, 'by' | 'write'> } = {
  flags: { write: objectOf(membersOf(shape.flags)), by: byFlags },
  edns: { write: objectOf(membersOf(shape.edns.unwrap())), by: byEdns },
  records: { write: listOf(membersOf(shape.records.element)) },
};

const writeQuery = jsonWriter<ShownRow>(
  [
    { name: 'id', value: ({ id }) => id },
    { name: 'sensor', value: ({ query }) => query.sensor },
    ...(Object.keys(shape) as (keyof Shown)[]).map((name) => ({
      name,
      value: ({ shown }: ShownRow) => shown[name],
      ...ways[name],
    })),
  ],
  { isNested: false },
);

function byFlags({ query: { queryFlags, responseFlags } }: ShownRow): number {
  return queryFlags * 0x1_0000 + responseFlags;
}

/** Nothing if there is something in it that few rows have. */
function byEdns({ query }: ShownRow): number | undefined {
  const { clientSubnet, extendedErrors, facts, ednsVersion, ednsUdpSize, responseUdpSize, ednsFlags } = query;
  if (clientSubnet !== '' || extendedErrors.length > 0 || facts.length > 0) return undefined;
  return ((ednsVersion * 0x1_0000 + ednsUdpSize) * 0x1_0000 + responseUdpSize) * 0x400 + (ednsFlags & 0x3ff);
}

function membersOf({ shape }: { readonly shape: object }): JsonField<Readonly<Record<string, unknown>>>[] {
  return Object.keys(shape).map((name) => ({ name, value: (item) => item[name] }));
}

export const plainJson: QueryPresentation = {
  id: 'json',
  title: 'Flat JSON',
  published: 'the API of this collector: `StoredQuery`, `Threat` and `EncryptedConnection` at `/docs`',
  isJson: true,
  queries: mappingOf(
    [
      { name: 'id', holds: 'Of this row on its way out; the same at each attempt.' },
      {
        name: 'sensor',
        holds:
          'The name of the machine, if a sensor passes it on by itself: it knows no numbers of location and agent.',
      },
      ...fieldsOf(storedQuerySchema),
    ],
    (output, { id, query }, ended) => {
      writeQuery(output, { id, query, shown: shownOf(query) });
      ended();
    },
  ),
};
