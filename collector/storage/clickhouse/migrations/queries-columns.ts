import { rowColumns } from '@sonde/shared/batch/row-layout.ts';

/** The collector puts these columns before every row of a batch. */
export const placeColumns = [
  { name: 'location_id', type: 'UInt32' },
  { name: 'agent_id', type: 'UInt32' },
] as const;

/** Files of rows have these columns, in the order of their bytes; the table `queries` has them and others that are made of them. */
export const queriesColumns = [...placeColumns, ...rowColumns];

/** The structure of a file of rows lists the columns as `name type, ...`. */
export const queriesStructure = queriesColumns.map(({ name, type }) => `${name} ${type}`).join(', ');

/** The column list names the columns as `(name, ...)` for an INSERT. */
export const queriesColumnList = `(${queriesColumns.map(({ name }) => name).join(', ')})`;
