import { upgradeRows } from '@sonde/shared/batch/former-rows.ts';
import type { Row } from '@sonde/shared/batch/row.ts';
import { fixedBytes, formerForm } from '@sonde/shared/batch/row-layout.ts';
import { encodeRow } from '@sonde/shared/batch/row-writer.ts';
import { spellOwners } from '../../../collector/domain/detection/rows/spell-owners.ts';

/** A row without what batches of version 3 brought. */
export function withoutNews(row: Row): Row {
  return { ...row, responseUdpSize: 0, vlan: 0, facts: [] };
}

export function hasNews({ responseUdpSize, vlan, facts }: Row): boolean {
  return responseUdpSize !== 0 || vlan !== 0 || facts.length > 0;
}

/** A row with every owner spelled out. */
export function longForm(row: Row): Buffer {
  const spelled = Buffer.from(spellOwners(encodeRow(row)));
  return hasNews(row) ? spelled : upgradeRows(spelled, 0)!;
}

/** A row with the owners empty that are the query name. */
export const shortForm = encodeRow;

/** A row as batches of version 1 have it: every owner spelled out. */
export function longFormer(row: Row): Buffer {
  return Buffer.from(spellOwners(encodeRow(withoutNews(row))));
}

/** A row as batches of version 2 have it. */
export function shortFormer(row: Row): Buffer {
  const bytes = encodeRow(withoutNews(row));
  return Buffer.concat([bytes.subarray(0, formerForm.fixedBytes), bytes.subarray(fixedBytes, -1)]);
}
