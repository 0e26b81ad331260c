import type { Notice } from '../notice.ts';

/** Gives opening and resolving a threat, or a case, the same key, for whoever keeps incidents: sent twice it is one. */
export function incidentKey({ threat, id, case: told }: Notice): string {
  if (told !== null) return `sonde-case-${told.id}`;
  return threat === null ? `sonde-${id}` : `sonde-threat-${threat.id}`;
}

/** Cuts a text to at most so many characters (UTF-16 units), no half of a pair at the end. */
export function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** A rank orders severities for services with numbered priorities, which count from 1, the most urgent, or upwards. */
export const ranks = { info: 0, low: 1, medium: 2, high: 3, critical: 4 } as const;
