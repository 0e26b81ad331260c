import { encodeRow } from '@sonde/shared/batch/row-writer.ts';
import { z } from 'zod';
import { StoreError } from '../../../ports/system/store-error.ts';
import type { Threat } from '../../../ports/threats/threats.ts';
import type { QuerySearch } from '../../../ports/traffic/query-search.ts';
import type { IndicatorMatcher } from '../indicator-matcher.ts';
import { type RowReference, rowDigest } from './row-references.ts';
import { receiptOf } from './seal.ts';

/** Rows within one millisecond that are looked at. */
const mostRows = 1_000;

const sealedSchema = z.looseObject({
  receipt: z.string(),
  rows: z.array(z.object({ observed_at: z.number(), digest: z.string() })).max(20),
});

export interface VerifiedReceipt {
  /** Undefined if the evidence has none. */
  readonly receipt: string | undefined;
  /** Whether the evidence is as it was when it was sealed. */
  readonly intact: boolean;
  /** Whether each row is in the store and unchanged; undefined if the store can't tell now. */
  readonly rows: readonly (RowReference & { readonly stored: boolean | undefined })[];
  /** Whether the source lists the indicator still; undefined for what no list says. */
  readonly listed: boolean | undefined;
}

export interface VerifyReceiptPorts {
  readonly querySearch: Pick<QuerySearch, 'search'>;
  readonly matcher: Pick<IndicatorMatcher, 'check'>;
}

/** Computes a threat's receipt anew, and looks for the rows that it names. */
export async function verifyReceipt(threat: Threat, ports: VerifyReceiptPorts): Promise<VerifiedReceipt> {
  const sealed = sealedSchema.safeParse(threat.evidence);
  const indicator = threat.evidence?.indicator;
  const listed =
    typeof indicator !== 'string'
      ? undefined
      : ports.matcher.check(indicator, 0).some(({ indicator }) => indicator.source === threat.source);
  if (!sealed.success) return { receipt: undefined, intact: false, rows: [], listed };
  const { receipt, rows } = sealed.data;
  const looked = [];
  for (const row of rows) looked.push({ ...row, stored: await isStored(threat.locationId, row, ports) });
  return { receipt, intact: receiptOf(threat) === receipt, rows: looked, listed };
}

async function isStored(
  locationId: number,
  { observed_at, digest }: RowReference,
  { querySearch }: VerifyReceiptPorts,
): Promise<boolean | undefined> {
  const millisecond = Math.floor(observed_at / 1_000);
  const when = { from: new Date(millisecond), to: new Date(millisecond + 1) };
  try {
    const { queries } = await querySearch.search({ locationIds: [locationId], ...when }, { limit: mostRows });
    return queries.some((row) => row.observedAt === observed_at && rowDigest(encodeRow(row)) === digest);
  } catch (error) {
    if (error instanceof StoreError) return undefined;
    throw error;
  }
}
