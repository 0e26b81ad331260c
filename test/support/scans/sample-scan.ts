import { randomUUID } from 'node:crypto';
import type { DomainScan, ScannedPart } from '../../../scanner/ports/domain-scan.ts';

/** One check's part, as far as a test cares. */
export function samplePart(change: Partial<ScannedPart> = {}): ScannedPart {
  return {
    at: '2026-01-15T12:00:00.000Z',
    milliseconds: 5,
    result: null,
    findings: [],
    errors: [],
    ...change,
  };
}

/** A scan that has ended. */
export function sampleScan(change: Partial<DomainScan> & { domain: string }): DomainScan {
  return {
    id: randomUUID(),
    startedAt: new Date(Date.UTC(2026, 0, 15, 12)),
    milliseconds: 40,
    questions: 12,
    trigger: 'request',
    parts: {},
    summary: {},
    ...change,
  };
}
