import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { readNsec3 } from '../../protocols/dnssec/denial/denial-records.ts';
import type { PartBuilder } from '../part-builder.ts';
import type { DenialEntry } from './dnssec-result.ts';
import type { ZoneFacts } from './zone-facts.ts';

/** Describes the zone's denial of existence, by the denials among its answers and by NSEC3PARAM. */
export function denialEntry({ zone, nsec3Param, csync, cds }: ZoneFacts): DenialEntry | null {
  const denials = [nsec3Param, csync, cds].flatMap(({ authority }) => authority);
  const nsec3 = denials
    .filter(({ type }) => type === recordTypes.NSEC3)
    .flatMap((record) => readNsec3(record, zone) ?? []);
  const param = nsec3Param.answer.find(({ type }) => type === recordTypes.NSEC3PARAM);
  if (param !== undefined && param.data.length >= 5) {
    const data = Buffer.from(param.data);
    return {
      kind: 'nsec3',
      iterations: data.readUInt16BE(2),
      saltLength: data[4]!,
      optOut: nsec3.length === 0 ? null : nsec3.some(({ flags }) => (flags & 1) !== 0),
    };
  }
  const [first] = nsec3;
  if (first !== undefined) {
    return {
      kind: 'nsec3',
      iterations: first.iterations,
      saltLength: first.salt.length,
      optOut: nsec3.some(({ flags }) => (flags & 1) !== 0),
    };
  }
  if (!denials.some(({ type }) => type === recordTypes.NSEC)) return null;
  return { kind: 'nsec', iterations: null, saltLength: null, optOut: null };
}

/** Judges the denial of existence by RFC 9276 section 3.1: no extra rounds, no salt. */
export function judgeDenial(part: PartBuilder, zone: string, denial: DenialEntry | null): void {
  if (denial === null || denial.kind === 'nsec') return;
  const { iterations, saltLength } = denial;
  const rule = 'RFC 9276 section 3.1';
  const advice = 'Set the NSEC3 iterations to 0 and leave the salt empty.';
  if (iterations !== null && iterations > 150) {
    part.fail(
      'high',
      'nsec3_iterations_excessive',
      `${zone} has ${iterations} extra NSEC3 iterations: validators treat it as unsigned.`,
      'RFC 9276 section 3.2',
      { advice },
    );
  } else if (iterations !== null && iterations > 0) {
    part.warning(
      'medium',
      'nsec3_iterations',
      `${zone} has ${iterations} extra NSEC3 iterations, where none must be.`,
      rule,
      { advice },
    );
  } else part.pass('nsec3_iterations', `${zone} has no extra NSEC3 iterations.`, rule);
  if (saltLength !== null && saltLength > 0) {
    part.info('nsec3_salt', `${zone} has an NSEC3 salt, which is of no use.`, rule, { advice });
  }
  if (denial.optOut === true) {
    part.info(
      'nsec3_opt_out',
      `${zone} leaves unsigned delegations out of its denials (opt-out).`,
      'RFC 5155 section 6',
    );
  }
}
