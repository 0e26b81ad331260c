import type { Severity } from '@sonde/shared/schemas/severity.ts';
import { ocsfVersion, product } from '@sonde/shared/sinks/presentations/ocsf.ts';
import { type Field, nested } from '@sonde/shared/sinks/presentations/presentation.ts';
import type { ThreatChange } from '@sonde/shared/sinks/threat-changes.ts';
import { techniqueOf } from '../../../detection/catalogue/technique-names.ts';
import type { OutgoingThreat } from './presentation.ts';

const detectionFinding = 2_004;

/** 1 Informational to 5 Critical. */
const severities: Readonly<Record<Severity, number>> = { info: 1, low: 2, medium: 3, high: 4, critical: 5 };
/** 1 Create, 2 Update, 3 Close. */
const findings: Readonly<Record<ThreatChange, number>> = { opened: 1, worsened: 2, reopened: 2, resolved: 3 };
const findingNames = ['Unknown', 'Create', 'Update', 'Close'];

const threatFields: readonly Field<OutgoingThreat>[] = [
  { name: 'class_uid', holds: '2004.', value: () => detectionFinding },
  { name: 'class_name', holds: 'Detection Finding.', value: () => 'Detection Finding' },
  { name: 'category_uid', holds: '2, Findings.', value: () => 2 },
  {
    name: 'activity_id',
    holds: '1 when it is opened, 3 when it is resolved, 2 otherwise.',
    value: ({ change }) => findings[change],
  },
  {
    name: 'activity_name',
    holds: 'Create, Update or Close.',
    value: ({ change }) => findingNames[findings[change]],
  },
  {
    name: 'type_uid',
    holds: 'Class times 100, and the activity.',
    value: ({ change }) => detectionFinding * 100 + findings[change],
  },
  {
    name: 'severity_id',
    holds: '1 Informational to 5 Critical.',
    value: ({ threat }) => severities[threat.severity],
  },
  {
    name: 'status_id',
    holds: '1 New, 2 In Progress (somebody takes care of it), 4 Resolved.',
    value: ({ threat }) => (threat.status === 'resolved' ? 4 : threat.owner === undefined ? 1 : 2),
  },
  { name: 'time', holds: 'When it changed, in milliseconds since 1970.', value: ({ at }) => at.getTime() },
  {
    name: 'start_time',
    holds: 'When it was seen first.',
    value: ({ threat }) => threat.firstSeenAt.getTime(),
  },
  { name: 'end_time', holds: 'When it was seen last.', value: ({ threat }) => threat.lastSeenAt.getTime() },
  { name: 'count', holds: 'Queries that it was seen in.', value: ({ threat }) => threat.count },
  { name: 'message', holds: 'One sentence.', value: ({ threat }) => threat.message },
  {
    name: 'comment',
    holds: 'What was said when it was resolved.',
    value: ({ threat }) => threat.resolutionNote ?? undefined,
  },
  { name: 'metadata.version', holds: 'Of the schema.', value: () => ocsfVersion },
  { name: 'metadata.product', holds: 'Name and vendor.', value: () => product },
  { name: 'metadata.uid', holds: 'Of the change; the same at each attempt.', value: ({ id }) => id },
  {
    name: 'finding_info.uid',
    holds: "The threat's number, as text: the same for all its changes.",
    value: ({ threat }) => String(threat.id),
  },
  {
    name: 'finding_info.title',
    holds: 'Type and subject.',
    value: ({ threat }) => `${threat.type}: ${threat.subject}`,
  },
  { name: 'finding_info.desc', holds: 'One sentence.', value: ({ threat }) => threat.message },
  { name: 'finding_info.types', holds: 'The type of threat.', value: ({ threat }) => [threat.type] },
  {
    name: 'finding_info.first_seen_time',
    holds: 'When it was seen first.',
    value: ({ threat }) => threat.firstSeenAt.getTime(),
  },
  {
    name: 'finding_info.last_seen_time',
    holds: 'When it was seen last.',
    value: ({ threat }) => threat.lastSeenAt.getTime(),
  },
  {
    name: 'finding_info.analytic',
    holds: 'The list or detector that knew it, with the type of threat that it told as `uid`.',
    value: ({ threat }) => ({
      uid: `${threat.source}/${threat.type}`,
      name: threat.source,
      type_id: 1,
      type: 'Rule',
    }),
  },
  {
    name: 'finding_info.attacks',
    holds: 'The MITRE ATT&CK technique by number and name, and the part of it, if known.',
    value: ({ threat }) => threat.technique && [attackOf(threat.technique)],
  },
  {
    name: 'evidences',
    holds: 'The name asked for last, and who asked.',
    value: ({ threat }) => [
      { query: { hostname: threat.queryName }, src_endpoint: { ip: threat.clientAddress } },
    ],
  },
  { name: 'unmapped.location_id', holds: "The location's number.", value: ({ threat }) => threat.locationId },
  { name: 'unmapped.subject', holds: 'What the threat is about.', value: ({ threat }) => threat.subject },
];

export const ocsfThreats = nested(threatFields);

function attackOf(technique: string): object {
  const { whole, part } = techniqueOf(technique);
  return { technique: whole, sub_technique: part };
}
