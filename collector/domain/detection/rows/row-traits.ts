import { nameServices } from '@sonde/shared/batch/row-layout.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { responseCodes } from '@sonde/shared/dns/response-codes.ts';
import type { BatchRows } from '../batch-rows.ts';
import { nameTraits } from '../names/name-traits.ts';
import type { Client } from './client-book.ts';

/**
 * The row traits are bits for what a detector looks for, so that it is shown nothing else. Of the name, found once for each: `told`,
 * a name that tells something by itself; `outside`, one that the public DNS has no answer for; `carrying`, labels before the
 * registrable domain that may be data. Of the row: `local`, another protocol than the DNS; `special`, a query for something
 * else than where a host or a site is; `denied`; `addressed`, an answer with addresses; `aliased`, one without though they were
 * asked for; `bound`, an answer to a query for a service binding (RFC 9460); `fresh`, not the same client, name and outcome as the row before, as when a program asks for A and AAAA at once. All
 * rows have `any`.
 */
export const rowTraits = {
  any: 1,
  ...nameTraits,
  local: 16,
  special: 32,
  denied: 64,
  addressed: 128,
  fresh: 256,
  aliased: 512,
  bound: 1_024,
} as const;

const internet = 1;
/** Rows that follow one another so closely are one visit. */
const oneVisitSeconds = 10;

/** A trait reader gives the traits of one row after the other. */
export class TraitReader {
  #locationId = -1;
  #nameId = -1;
  #responseCode = -1;
  #client: Client | undefined;
  #at = 0;

  read(row: BatchRows): number {
    const { queryType, responseCode } = row;
    let traits = row.name.traits | rowTraits.any;
    const asksAddress = queryType === recordTypes.A || queryType === recordTypes.AAAA;
    if (row.nameService !== nameServices.dns) traits |= rowTraits.local;
    if ((!asksAddress && queryType !== recordTypes.HTTPS) || row.queryClass !== internet)
      traits |= rowTraits.special;
    if (row.answerCount > 0) {
      if (row.addresses.count > 0) traits |= rowTraits.addressed;
      else if (asksAddress) traits |= rowTraits.aliased;
      else if (queryType === recordTypes.HTTPS || queryType === recordTypes.SVCB) traits |= rowTraits.bound;
    }
    if (responseCode === responseCodes.NXDOMAIN) traits |= rowTraits.denied;
    return this.#isSame(row) ? traits : traits | rowTraits.fresh;
  }

  #isSame(row: BatchRows): boolean {
    const { client, nameId, locationId, responseCode, observedSeconds } = row;
    if (
      nameId === this.#nameId &&
      client === this.#client &&
      responseCode === this.#responseCode &&
      locationId === this.#locationId &&
      Math.abs(observedSeconds - this.#at) < oneVisitSeconds
    )
      return true;
    this.#nameId = nameId;
    this.#client = client;
    this.#responseCode = responseCode;
    this.#locationId = locationId;
    this.#at = observedSeconds;
    return false;
  }
}
