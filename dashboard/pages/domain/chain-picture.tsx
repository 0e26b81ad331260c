import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { useWidth } from '../../charts/chart-size.ts';
import { visible } from '../../format/visible-name.ts';
import { texts } from '../../texts/en/domain.ts';

export type DnssecAudit = NonNullable<AnswerOf<'POST /api/v2/audit/dnssec'>['audit']>;

type Status = NonNullable<DnssecAudit['chain']>[number]['status'];
const worst: readonly Status[] = ['bogus', 'indeterminate', 'insecure', 'secure'];

interface Node {
  readonly label: string;
  readonly note: string;
  readonly tone: 'good' | 'bad' | 'plain';
}

const frame = { height: 64, gap: 44, margin: 8, node: 116 };

/**
 * Zone below zone, as they vouch for each other: a frame for each zone in the colour of its status, an arrow from each to
 * the next, and in the last the DS records of its parent and its keys. The steps below it say the same in words.
 */
export function ChainPicture({ audit }: { audit: DnssecAudit }) {
  const [element, width] = useWidth<HTMLDivElement>(600);
  const zones = zonesOf(audit);
  const nodes = nodesOf(audit);
  const perRow = Math.max(1, Math.floor((width.value - 2 * frame.margin) / frame.node));
  const rows = Math.ceil(nodes.length / perRow);
  const lastHeight = frame.height + rows * 52;
  const top = (index: number) => frame.margin + index * (frame.height + frame.gap);
  const height = top(Math.max(0, zones.length - 1)) + lastHeight + frame.margin;
  return (
    <div ref={element} class="chain">
      <svg
        width={width.value}
        height={height}
        viewBox={`0 0 ${width.value} ${height}`}
        role="img"
        aria-label={texts.chain}
      >
        {zones.map(({ zone, status }, index) => {
          const last = index === zones.length - 1;
          const y = top(index);
          return (
            <g key={zone} class={`zone ${status}`}>
              {!last && (
                <path class="arrow" d={`M40 ${y + frame.height} v${frame.gap - 4} m-5 -7 l5 7 l5 -7`} />
              )}
              <rect
                x="1"
                y={y}
                width={width.value - 2}
                height={last ? lastHeight : frame.height}
                rx="8"
                class="frame"
              />
              <text x="20" y={y + 28} class="zone-name">
                {zone === '.' || zone === '' ? texts.root : cut(visible(zone), width.value - 40)}
              </text>
              <text x="20" y={y + 48} class="zone-status">
                {texts.statuses[status]}
              </text>
              {last &&
                nodes.map((node, position) => (
                  <g
                    key={position}
                    class={`key-node ${node.tone}`}
                    transform={`translate(${12 + (position % perRow) * frame.node} ${y + frame.height + Math.floor(position / perRow) * 52})`}
                  >
                    <rect width={frame.node - 10} height="42" rx="21" />
                    <text x={(frame.node - 10) / 2} y="18" text-anchor="middle">
                      {node.label}
                    </text>
                    <text x={(frame.node - 10) / 2} y="33" text-anchor="middle" class="node-note">
                      {node.note}
                    </text>
                  </g>
                ))}
            </g>
          );
        })}
      </svg>
    </div>
  );
}

/** Each zone once, from the root down, with the worst of its steps. */
function zonesOf(audit: DnssecAudit): { zone: string; status: Status }[] {
  const found = new Map<string, Status>();
  for (const { zone, status } of audit.chain ?? []) {
    const known = found.get(zone);
    if (known === undefined || worst.indexOf(status) < worst.indexOf(known)) found.set(zone, status);
  }
  return [...found].map(([zone, status]) => ({ zone, status }));
}

function nodesOf(audit: DnssecAudit): Node[] {
  const signers = (audit.signers ?? []).map(({ key_tag: tag, algorithm_name: name, matches }): Node => {
    return {
      label: `${texts.ds} ${tag}`,
      note: name,
      tone: matches === null ? 'plain' : matches ? 'good' : 'bad',
    };
  });
  const keys = (audit.keys ?? []).map((key): Node => {
    const kind = key.secure_entry_point ? texts.entry : texts.zoneKey;
    return {
      label: `${kind} ${key.key_tag}`,
      note: key.algorithm_name,
      tone: key.revoked ? 'bad' : key.vouched_for || key.signs_keys ? 'good' : 'plain',
    };
  });
  return [...signers, ...keys];
}

/** As much of a text as has room, by the width of its letters at most. */
function cut(text: string, width: number): string {
  const letters = Math.max(8, Math.floor(width / 9));
  return text.length <= letters ? text : `${text.slice(0, letters - 1)}…`;
}
