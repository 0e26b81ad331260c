import { isIPv4 } from 'node:net';
import { storedName } from '../dns/names.ts';
import type { RuleAction } from './rule.ts';

/**
 * An RPZ record is one record that a response policy zone holds for a trigger. `value` is a name in stored form or an
 * address.
 */
export interface RpzRecord {
  readonly type: 'CNAME' | 'A' | 'AAAA';
  readonly value: string;
}

/** An RPZ answer holds the records of one trigger. Two answers are the same if their keys are. */
export interface RpzAnswer {
  readonly key: string;
  readonly records: readonly RpzRecord[];
}

/** Top-level labels that response policy zones use for themselves. */
const reserved = /(^|\.)rpz-(passthru|drop|tcp-only|ip|client-ip|nsdname|nsip)$/;

const blockTargets = { nxdomain: '.', nodata: '*', drop: 'rpz-drop', tcp_only: 'rpz-tcp-only' } as const;
const passThrough = cname('rpz-passthru');
const blocked = {
  nxdomain: cname(blockTargets.nxdomain),
  nodata: cname(blockTargets.nodata),
  drop: cname(blockTargets.drop),
  tcp_only: cname(blockTargets.tcp_only),
};

/**
 * Builds the records for an action; undefined if a response policy zone has no form for it: a redirection to a name
 * that such zones give a meaning of their own. An action `log` has no records and must not be asked for.
 */
export function rpzAnswer(action: Exclude<RuleAction, { kind: 'log' }>): RpzAnswer | undefined {
  if (action.kind === 'block') return blocked[action.answer];
  if (action.kind === 'allow') return passThrough;
  if (action.kind === 'redirect') {
    const name = storedName(action.name);
    if (name === undefined || name === '.' || name === '*' || name.startsWith('*.') || isReserved(name)) {
      return undefined;
    }
    return cname(name);
  }
  const records = [...new Set(action.addresses)]
    .sort()
    .map((value) => ({ type: isIPv4(value) ? ('A' as const) : ('AAAA' as const), value }));
  return { key: records.map(({ type, value }) => `${type} ${value}`).join(','), records };
}

/** Tells whether a name ends in a label that means something else within a response policy zone. */
export function isReserved(name: string): boolean {
  return reserved.test(name);
}

function cname(value: string): RpzAnswer {
  return { key: `CNAME ${value}`, records: [{ type: 'CNAME', value }] };
}
