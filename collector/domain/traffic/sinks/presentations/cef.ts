import { isIPv6 } from 'node:net';
import type { Severity } from '@sonde/shared/schemas/severity.ts';
import { type Field, mappingOf } from '@sonde/shared/sinks/presentations/presentation.ts';
import type { OutgoingThreat, Presentation } from './presentation.ts';

/** 0 to 10. */
const severities: Readonly<Record<Severity, number>> = { info: 1, low: 3, medium: 5, high: 8, critical: 10 };

/** The seven parts of the head, then keys of the extension. */
const head: readonly Field<OutgoingThreat>[] = [
  { name: 'Version', holds: '`CEF:0`', value: () => 'CEF:0' },
  { name: 'Device Vendor', holds: '`Sonde`', value: () => 'Sonde' },
  { name: 'Device Product', holds: '`Sonde`', value: () => 'Sonde' },
  { name: 'Device Version', holds: 'The version of this mapping.', value: () => '1' },
  { name: 'Device Event Class ID', holds: 'The type of threat.', value: ({ threat }) => threat.type },
  { name: 'Name', holds: 'Type and subject.', value: ({ threat }) => `${threat.type}: ${threat.subject}` },
  {
    name: 'Severity',
    holds: '1, 3, 5, 8 or 10 for info to critical.',
    value: ({ threat }) => severities[threat.severity],
  },
];

const extension: readonly Field<OutgoingThreat>[] = [
  { name: 'rt', holds: 'When it changed, in milliseconds since 1970.', value: ({ at }) => at.getTime() },
  { name: 'start', holds: 'When it was seen first.', value: ({ threat }) => threat.firstSeenAt.getTime() },
  { name: 'end', holds: 'When it was seen last.', value: ({ threat }) => threat.lastSeenAt.getTime() },
  { name: 'externalId', holds: "The threat's number.", value: ({ threat }) => threat.id },
  { name: 'act', holds: 'opened, worsened, resolved or reopened.', value: ({ change }) => change },
  { name: 'cat', holds: 'The type of threat.', value: ({ threat }) => threat.type },
  { name: 'cnt', holds: 'Queries that it was seen in.', value: ({ threat }) => threat.count },
  {
    name: 'src',
    holds: 'Who asked last, an IPv4 address.',
    value: ({ threat }) => (isIPv6(threat.clientAddress) ? undefined : threat.clientAddress),
  },
  {
    name: 'c6a2Label',
    holds: '`Source IPv6 Address`, with the next.',
    value: ({ threat }) => (isIPv6(threat.clientAddress) ? 'Source IPv6 Address' : undefined),
  },
  {
    name: 'c6a2',
    holds: 'Who asked last, an IPv6 address.',
    value: ({ threat }) => (isIPv6(threat.clientAddress) ? threat.clientAddress : undefined),
  },
  {
    name: 'destinationDnsDomain',
    holds: 'The name asked for last.',
    value: ({ threat }) => threat.queryName,
  },
  { name: 'cs1Label', holds: '`Subject`, with the next.', value: () => 'Subject' },
  { name: 'cs1', holds: 'What the threat is about.', value: ({ threat }) => threat.subject },
  { name: 'cs2Label', holds: '`Source`, with the next.', value: () => 'Source' },
  { name: 'cs2', holds: 'The list or detector that knew it.', value: ({ threat }) => threat.source },
  {
    name: 'cs3Label',
    holds: '`Technique`, with the next.',
    value: ({ threat }) => threat.technique && 'Technique',
  },
  { name: 'cs3', holds: 'The MITRE ATT&CK technique, if known.', value: ({ threat }) => threat.technique },
  { name: 'cn1Label', holds: '`Location`, with the next.', value: () => 'Location' },
  { name: 'cn1', holds: "The location's number.", value: ({ threat }) => threat.locationId },
  { name: 'msg', holds: 'One sentence.', value: ({ threat }) => threat.message },
];

const threats = mappingOf<OutgoingThreat>([...head, ...extension], (output, item, ended) => {
  const before = head.map(({ value }) => headText(String(value(item)))).join('|');
  const pairs = extension.flatMap(({ name, value }) => {
    const held = value(item);
    return held === undefined ? [] : [`${name}=${extensionText(String(held))}`];
  });
  output.json(`${before}|${pairs.join(' ')}`);
  ended();
});

export const cef: Presentation = {
  id: 'cef',
  title: 'CEF',
  published: 'ArcSight Common Event Format, version 0 of the header',
  isJson: false,
  threats,
};

/** Pipe and backslash are escaped; there are no lines in the head. */
function headText(text: string): string {
  return text.replace(/[\\|]/g, '\\$&').replace(/\s*[\r\n]+\s*/g, ' ');
}

/** Backslash, equals sign and ends of lines are escaped. */
function extensionText(text: string): string {
  return text.replace(/[\\=]/g, '\\$&').replace(/\r\n|[\r\n]/g, '\\n');
}
