import type { CaaResult, CaaVerdict } from '../../protocols/caa/caa-result.ts';
import { decideIssuance } from '../../protocols/caa/decide-issuance.ts';
import { type CaaProperty, parseCaa } from '../../protocols/caa/parse-caa.ts';
import type { Climb } from './climb.ts';

export interface ReadClimb extends Pick<CaaResult, 'issuance' | 'wildcardIssuance'> {
  readonly properties: readonly CaaProperty[];
}

/** Reads the CAA properties that a climb found and decides who may issue. */
export function verdictsOf({ answer, unanswered }: Climb): ReadClimb {
  const properties = (answer?.records ?? []).flatMap(({ data }) => parseCaa(data) ?? []);
  const verdict = (wildcard: boolean): CaaVerdict =>
    unanswered === undefined
      ? decideIssuance(properties, wildcard)
      : { permits: 'undetermined', issuers: null };
  return { properties, issuance: verdict(false), wildcardIssuance: verdict(true) };
}
