import { storedQuerySchema } from '@sonde/shared/schemas/stored-query.ts';
import { threatSchema } from '@sonde/shared/schemas/threat.ts';
import { presentQuery } from '../../monitoring/present-query.ts';
import { presentThreat } from '../../monitoring/present-threat.ts';
import { type JsonField, jsonWriter, listOf, objectOf } from './json-writer.ts';
import type { Mapping, OutgoingQuery, Presentation } from './presentation.ts';

/** The fields of the API's own objects, which say themselves what they hold. */
function fieldsOf(schema: typeof storedQuerySchema | typeof threatSchema): Mapping<never>['fields'] {
  return Object.entries(schema.shape).map(([name, part]) => ({
    name,
    holds: part.description ?? 'As in the API.',
  }));
}

type Shown = ReturnType<typeof presentQuery>;

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

export const plainJson: Presentation = {
  id: 'json',
  title: 'Flat JSON',
  published: 'the API of this collector: `StoredQuery` and `Threat` at `/docs`',
  isJson: true,
  queries: {
    fields: [
      { name: 'id', holds: 'Of this row on its way out; the same at each attempt.' },
      ...fieldsOf(storedQuerySchema),
    ],
    texts: ({ id, query }) => [writeQuery({ id, query, shown: presentQuery(query) })],
  },
  threats: {
    fields: [
      { name: 'change', holds: '`opened`, `worsened` (its severity rose), `resolved` or `reopened`.' },
      { name: 'changed_at', holds: 'When.' },
      ...fieldsOf(threatSchema),
    ],
    texts: ({ change, at, threat }) => [
      JSON.stringify({ change, changed_at: at.toISOString(), ...presentThreat(threat) }),
    ],
  },
};
