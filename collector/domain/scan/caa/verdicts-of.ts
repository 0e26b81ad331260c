import { decideIssuance } from '../../caa/decide-issuance.ts';
import { type CaaProperty, parseCaa } from '../../caa/parse-caa.ts';
import type { CaaResult, CaaVerdict } from './caa-result.ts';
import type { Climb } from './climb.ts';

export interface ReadClimb extends Pick<CaaResult, 'issuance' | 'wildcardIssuance'> {
  readonly properties: readonly CaaProperty[];
}

/** What the records that a climb found say. */
export function verdictsOf({ answer, unanswered }: Climb): ReadClimb {
  const properties = (answer?.records ?? []).flatMap(({ data }) => parseCaa(data) ?? []);
  const verdict = (wildcard: boolean): CaaVerdict =>
    unanswered === undefined
      ? decideIssuance(properties, wildcard)
      : { permits: 'undetermined', issuers: [] };
  return { properties, issuance: verdict(false), wildcardIssuance: verdict(true) };
}
