import { presentFlow } from '../../batch/present-flow.ts';
import { encryptedConnectionSchema } from '../../schemas/encrypted-connection.ts';
import type { JsonField } from './json-writer.ts';
import { fieldsOf } from './plain-json.ts';
import { flat, type OutgoingConnection } from './presentation.ts';

type Shown = ReturnType<typeof presentFlow>;

// The sensor knows no numbers of location and agent.
const { location_id: _, agent_id: __, ...shape } = encryptedConnectionSchema.shape;

interface ShownConnection extends OutgoingConnection {
  readonly shown: Shown;
}

const fields: readonly (JsonField<ShownConnection> & { readonly holds: string })[] = [
  {
    name: 'telling',
    holds:
      'The number of this telling of the connection: that with the greatest one holds, its figures are totals.',
    value: ({ flow }) => flow.telling,
  },
  { name: 'sensor', holds: 'The name of the machine that passes it on.', value: ({ sensor }) => sensor },
  ...fieldsOf({ shape }).map(({ name, holds }) => ({
    name,
    holds,
    value: ({ shown }: ShownConnection) => shown[name as keyof Shown],
  })),
];

export const plainConnections = flat<OutgoingConnection, ShownConnection>(fields, (item) => [
  { ...item, shown: presentFlow(item.flow) },
]);
