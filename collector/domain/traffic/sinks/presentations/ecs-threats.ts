import type { Severity } from '@sonde/shared/schemas/severity.ts';
import { constant, ecsVersion } from '@sonde/shared/sinks/presentations/ecs.ts';
import { type Field, nested } from '@sonde/shared/sinks/presentations/presentation.ts';
import { known, registeredDomain } from '@sonde/shared/sinks/presentations/shown.ts';
import { techniqueOf } from '../../../detection/catalogue/technique-names.ts';
import type { OutgoingThreat } from './presentation.ts';

/** Elastic's own rules score severities so. */
const scores: Readonly<Record<Severity, number>> = { info: 1, low: 21, medium: 47, high: 73, critical: 99 };

const threatFields: readonly Field<OutgoingThreat>[] = [
  { name: '@timestamp', holds: 'When the threat changed.', value: ({ at }) => at.toISOString() },
  constant('ecs.version', ecsVersion),
  { name: 'event.id', holds: 'Of the change; the same at each attempt.', value: ({ id }) => id },
  constant('event.kind', 'alert'),
  constant('event.category', ['intrusion_detection', 'network']),
  constant('event.type', ['info']),
  constant('event.module', 'sonde'),
  constant('event.dataset', 'sonde.threat'),
  {
    name: 'event.action',
    holds: '`threat-opened`, `threat-worsened`, `threat-resolved` or `threat-reopened`.',
    value: ({ change }) => `threat-${change}`,
  },
  {
    name: 'event.severity',
    holds: '1, 21, 47, 73 or 99 for info to critical.',
    value: ({ threat }) => scores[threat.severity],
  },
  {
    name: 'event.start',
    holds: 'When it was seen first.',
    value: ({ threat }) => threat.firstSeenAt.toISOString(),
  },
  {
    name: 'event.end',
    holds: 'When it was seen last.',
    value: ({ threat }) => threat.lastSeenAt.toISOString(),
  },
  { name: 'message', holds: 'One sentence.', value: ({ threat }) => threat.message },
  { name: 'rule.name', holds: 'The type of threat.', value: ({ threat }) => threat.type },
  { name: 'rule.ruleset', holds: 'The list or detector that knew it.', value: ({ threat }) => threat.source },
  { name: 'rule.uuid', holds: "The threat's number, as text.", value: ({ threat }) => String(threat.id) },
  { name: 'source.ip', holds: 'Who asked last.', value: ({ threat }) => known(threat.clientAddress) },
  { name: 'dns.question.name', holds: 'The name asked for last.', value: ({ threat }) => threat.queryName },
  {
    name: 'dns.question.registered_domain',
    holds: 'Its registrable domain.',
    value: ({ threat }) => registeredDomain(threat.queryName),
  },
  {
    name: 'threat.framework',
    holds: '`MITRE ATT&CK` if a technique is known.',
    value: ({ threat }) => threat.technique && 'MITRE ATT&CK',
  },
  {
    name: 'threat.technique.id',
    holds: 'The technique, without its part.',
    value: ({ threat }) => threat.technique && [techniqueOf(threat.technique).whole.uid],
  },
  {
    name: 'threat.technique.name',
    holds: 'Its name, if it is one that detectors tell.',
    value: ({ threat }) => threat.technique && listed(techniqueOf(threat.technique).whole.name),
  },
  {
    name: 'threat.technique.subtechnique.id',
    holds: 'The technique with its part, if it has one.',
    value: ({ threat }) => threat.technique && listed(techniqueOf(threat.technique).part?.uid),
  },
  {
    name: 'threat.technique.subtechnique.name',
    holds: "The part's own name.",
    value: ({ threat }) => threat.technique && listed(techniqueOf(threat.technique).part?.name),
  },
  constant('observer.vendor', 'Sonde'),
  constant('observer.product', 'Sonde'),
  {
    name: 'labels.severity',
    holds: 'info, low, medium, high or critical.',
    value: ({ threat }) => threat.severity,
  },
  { name: 'labels.status', holds: 'open or resolved.', value: ({ threat }) => threat.status },
  { name: 'labels.subject', holds: 'What the threat is about.', value: ({ threat }) => threat.subject },
  {
    name: 'labels.location_id',
    holds: "The location's number, as text.",
    value: ({ threat }) => String(threat.locationId),
  },
];

export const ecsThreats = nested(threatFields);

/** Fields that may have several values are lists. */
function listed(value: string | undefined): string[] | undefined {
  return value === undefined ? undefined : [value];
}
