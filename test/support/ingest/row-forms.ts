import type { Row } from '@sonde/shared/batch/row.ts';
import { encodeRow } from '@sonde/shared/batch/row-writer.ts';

/** A row as batches of version 1 have it: every owner spelled out. */
export function longForm(row: Row): Buffer {
  return encodeRow(row);
}

/** A row as batches of version 2 have it: the owners empty that are the query name. */
export function shortForm(row: Row): Buffer {
  const records = row.records.map((record) =>
    record.name === row.queryName ? { ...record, name: '' } : record,
  );
  return encodeRow({ ...row, records });
}
