import type { ZoneFileError } from '@sonde/shared/zone-file/zone-file-error.ts';
import { judgeZone, type ZoneJudging, type ZoneVerdict } from './judge-zone.ts';
import { readZoneText } from './read-zone-text.ts';
import type { ZoneFinding } from './zone-findings.ts';

/** Faults of the text that are listed; the others are counted. */
const mostFaults = 100;
const syntaxRule = 'RFC 1035 section 5';

export interface ZoneTextFinding extends ZoneFinding {
  /** From 1; null but for faults of the text. */
  readonly column: number | null;
}

export interface ZoneTextVerdict extends Omit<ZoneVerdict, 'findings'> {
  readonly findings: readonly ZoneTextFinding[];
}

export interface ZoneTextJudging extends ZoneJudging {
  /** The zone's name in stored form; the SOA's if absent. */
  readonly zone?: string | undefined;
  readonly maxRecords?: number;
}

/**
 * Judges a zone in master file format: faults of the text, after each of which reading goes on, and faults of the
 * records that could be read. It takes processor time with the length of the text and nothing else. Throws a
 * ZoneFileError if there are more records than `maxRecords`.
 */
export function validateZone(text: string, judging: ZoneTextJudging): ZoneTextVerdict {
  const { zone, maxRecords = 200_000 } = judging;
  const faults: ZoneFileError[] = [];
  const { records } = readZoneText(text, { zone, maxRecords, onFault: (fault) => faults.push(fault) });
  const verdict = judgeZone(records, judging);
  const syntax = faults.slice(0, mostFaults).map(faultFinding);
  const findings = [...syntax, ...verdict.findings.map((finding) => ({ ...finding, column: null }))];
  const name =
    zone !== undefined && verdict.zone !== null && verdict.zone !== zone ? [otherName(zone, verdict)] : [];
  const errors = verdict.counts.error + faults.length + name.length;
  return {
    ...verdict,
    accepted: errors === 0,
    counts: { ...verdict.counts, error: errors },
    omitted: verdict.omitted + faults.length - syntax.length,
    findings: [...name, ...findings].toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0)),
  };
}

function faultFinding({ line, column, message }: ZoneFileError): ZoneTextFinding {
  const text = `${message.replace(/^line \d+, column \d+: /, '')}.`;
  return { code: 'syntax', severity: 'error', line, column, name: null, message: text, rule: syntaxRule };
}

/** The zone that was asked for has no SOA record of its own. */
function otherName(zone: string, verdict: ZoneVerdict): ZoneTextFinding {
  const message = `The SOA record is of ${verdict.zone}, not of ${zone}.`;
  return {
    code: 'other_zone',
    severity: 'error',
    line: null,
    column: null,
    name: verdict.zone,
    message,
    rule: 'RFC 1035 section 5.2',
  };
}
