import type { Severity } from '@sonde/shared/schemas/severity.ts';
import type { Threat } from '../../../ports/threats/threats.ts';
import { threatNoun } from './threat-words.ts';

/** A story line is a sentence of what happened at a time. */
export interface StoryLine {
  readonly at: Date;
  readonly text: string;
  /** Of the threat that the line is about. */
  readonly severity: Severity;
  readonly threatId: number;
}

/** Other clients of a threat that a line names. */
const namedClients = 4;
/** Shorter than that, the end of something is no line of its own. */
const worthAnEnd = 60_000;
type Evidence = NonNullable<Threat['evidence']>;

/**
 * Tells what happened in a case, in the order of time: when each thing began, was found, went on until, and what people made
 * of it. Names in it come from the network.
 */
export function tellStory(threats: readonly Threat[]): StoryLine[] {
  const lines = threats.flatMap(linesOf);
  return lines
    .map((line, place) => ({ line, place }))
    .sort((one, other) => one.line.at.getTime() - other.line.at.getTime() || one.place - other.place)
    .map(({ line }) => line);
}

function linesOf(threat: Threat): StoryLine[] {
  const { id: threatId, severity, firstSeenAt, lastSeenAt, resolvedAt, reopenedAt } = threat;
  const evidence = threat.evidence ?? {};
  const line = (at: Date, text: string): StoryLine => ({ at, text, severity, threatId });
  const lines: StoryLine[] = [];
  const began = timeIn(evidence, 'from');
  const isEarlier = began !== undefined && began < firstSeenAt;
  if (isEarlier) lines.push(line(began, `${who(threat)} began with what was found later: ${about(threat)}.`));
  lines.push(line(firstSeenAt, `${sentence(threat)}${others(threat)}${circumstances(evidence)}.`));
  if (lastSeenAt.getTime() - firstSeenAt.getTime() >= worthAnEnd)
    lines.push(line(lastSeenAt, `Until then ${about(threat)} was seen in ${threat.count} queries.`));
  if (reopenedAt !== undefined)
    lines.push(line(reopenedAt, `Opened again: ${about(threat)}${noted(threat.reopeningNote)}.`));
  if (resolvedAt !== null)
    lines.push(line(resolvedAt, `Resolved: ${about(threat)}${noted(threat.resolutionNote)}.`));
  return lines;
}

/** Says at whom else it was seen. */
function others({ clientAddress, clients = [] }: Threat): string {
  const rest = clients.filter((client) => client !== clientAddress);
  if (rest.length === 0) return '';
  const more = rest.length - namedClients;
  return `; also seen at ${rest.slice(0, namedClients).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Says what was found, with the numbers that tell how much it is. */
function sentence(threat: Threat): string {
  const evidence = threat.evidence ?? {};
  const up = numberIn(evidence, 'octets_up');
  const down = numberIn(evidence, 'octets_down');
  if (up !== undefined && down !== undefined)
    return `${who(threat)} sent ${octets(up)} up to ${threat.subject} and got ${octets(down)} down`;
  if (threat.source !== 'detection' && numberIn(evidence, 'unique_names') === undefined)
    return `${who(threat)} asked for ${threat.queryName}, which ${threat.source} lists as ${threatNoun(threat.type)}${answer(evidence)}`;
  return plain(threat.message);
}

function answer(evidence: Evidence): string {
  const led = evidence.answer ?? evidence.server;
  return typeof led === 'string' && led !== '' ? ` (by ${led})` : '';
}

function circumstances(evidence: Evidence): string {
  const told: string[] = [];
  const fresh = evidence.new_domain;
  if (isObject(fresh)) {
    const since = fresh.answered_here_since;
    told.push(
      typeof since === 'string'
        ? `the domain is answered here since ${since} only`
        : 'nobody here asked for the domain before',
    );
  }
  if (isObject(evidence.newly_certified)) told.push('its first certificate is less than a month old');
  if (isObject(evidence.newly_delegated)) told.push('it is in its zone for less than a month');
  const samples = evidence.sample_names ?? evidence.sample_domains;
  if (Array.isArray(samples) && typeof samples[0] === 'string' && samples.length > 1)
    told.push(`for example ${samples[0]}`);
  return told.length === 0 ? '' : `; ${told.join('; ')}`;
}

function who({ clientAddress }: Threat): string {
  return clientAddress === '' ? 'Somebody' : clientAddress;
}

function about({ type, subject }: Threat): string {
  return `${threatNoun(type)} (${subject})`;
}

function noted(note: string | null | undefined): string {
  return note === null || note === undefined || note === '' ? '' : `, with the note "${plain(note)}"`;
}

/** 512 octets, 4.1 kB, 1.2 MB. */
function octets(count: number): string {
  if (count < 1_000) return `${count} octets`;
  return count < 1_000_000 ? `${(count / 1_000).toFixed(1)} kB` : `${(count / 1_000_000).toFixed(1)} MB`;
}

/** As the middle of a sentence: nothing in it ends one. */
function plain(text: string): string {
  return text.replace(/[\s.]+$/, '').replace(/\s+/g, ' ');
}

function numberIn(evidence: Evidence, name: string): number | undefined {
  const value = evidence[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function timeIn(evidence: Evidence, name: string): Date | undefined {
  const value = evidence[name];
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : new Date(time);
}

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
