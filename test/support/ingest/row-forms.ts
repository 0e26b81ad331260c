import type { Row } from '@sonde/shared/batch/row.ts';
import { encodeRow } from '@sonde/shared/batch/row-writer.ts';
import { spellOwners } from '../../../collector/domain/detection/rows/spell-owners.ts';

/** A row as batches of version 1 have it: every owner spelled out. */
export function longForm(row: Row): Buffer {
  return Buffer.from(spellOwners(encodeRow(row)));
}

/** A row as batches of version 2 have it: the owners empty that are the query name. */
export const shortForm = encodeRow;
