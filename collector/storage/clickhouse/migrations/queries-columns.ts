import { rowColumns } from '@sonde/shared/batch/row-layout.ts';

/** Columns that the collector puts before every row of a batch. */
export const placeColumns = [
  { name: 'location_id', type: 'UInt32' },
  { name: 'agent_id', type: 'UInt32' },
] as const;

/** All columns of the table `queries`, in the order of their bytes in a file of rows. */
export const queriesColumns = [...placeColumns, ...rowColumns];

/** The columns as `name type, ...`: the explicit structure of a file of rows. */
export const queriesStructure = queriesColumns.map(({ name, type }) => `${name} ${type}`).join(', ');

/** The columns as `(name, ...)` for an INSERT. */
export const queriesColumnList = `(${queriesColumns.map(({ name }) => name).join(', ')})`;
