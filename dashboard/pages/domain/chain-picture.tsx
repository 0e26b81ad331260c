import { useWidth } from '../../charts/chart-size.ts';
import { ChartTable } from '../../charts/chart-table.tsx';
import { type PlacedZone, placeChain } from '../../domain/chain-layout.ts';
import { type ChainPart, type ChainZone, chainParts } from '../../domain/chain-parts.ts';
import { visible } from '../../format/visible-name.ts';
import { texts } from '../../texts/en/parts/chain.ts';
import { chainRows, partTitle } from './chain-words.ts';

/**
 * Shows the chain of trust zone below zone: in each the keys, and the records of the way down that they sign. Lines are
 * signatures and DS records; the table below says the same.
 */
export function ChainPicture({ zones }: { zones: readonly ChainZone[] }) {
  const [element, width] = useWidth<HTMLDivElement>(600);
  const { zones: placed, height } = placeChain(chainParts(zones), width.value);
  return (
    <figure class="chart chain" aria-label={texts.label}>
      <ul class="legend">
        {(['good', 'bad', 'plain'] as const).map((tone) => (
          <li key={tone}>
            <svg width="28" height="12" class={`line ${tone}`} aria-hidden="true">
              <path d="M0 6 h26" />
            </svg>
            {texts.legend[tone]}
          </li>
        ))}
      </ul>
      <div ref={element} style={{ minBlockSize: `${height}px` }}>
        <svg width={width.value} height={height} viewBox={`0 0 ${width.value} ${height}`} aria-hidden="true">
          <defs>
            {(['good', 'warn', 'bad', 'plain'] as const).map((tone) => (
              <marker
                key={tone}
                id={`tip-${tone}`}
                class={`tip ${tone}`}
                viewBox="0 0 8 8"
                refX="6"
                refY="4"
                markerWidth="8"
                markerHeight="8"
                markerUnits="userSpaceOnUse"
                orient="auto"
              >
                <path d="M0 0 L8 4 L0 8 z" />
              </marker>
            ))}
          </defs>
          {placed.map(({ zone, box }) => (
            <g key={zone.zone} class={`zone ${zone.status ?? 'unknown'}`}>
              <rect x={box.x} y={box.y} width={box.width} height={box.height} rx="10" class="frame" />
            </g>
          ))}
          {placed.map(({ zone, links }) => (
            <g key={zone.zone}>
              {links.map(({ link, path }, index) => (
                <path
                  key={index}
                  class={`link ${link.tone} ${link.kind}`}
                  d={path}
                  marker-end={`url(#tip-${link.tone})`}
                />
              ))}
            </g>
          ))}
          {placed.map((zone) => (
            <ZoneName key={zone.zone.zone} zone={zone} />
          ))}
          {placed.map(({ zone, parts }) => (
            <g key={zone.zone}>
              {parts.map(({ part, box }) => (
                <g
                  key={part.id}
                  class={`part ${part.kind} ${part.tone}`}
                  transform={`translate(${box.x} ${box.y})`}
                >
                  <title>{partTitle(part)}</title>
                  <rect width={box.width} height={box.height} rx={part.kind === 'set' ? 4 : 23} />
                  <text x={box.width / 2} y="19" text-anchor="middle">
                    {cut(labelOf(part), box.width - 20, 7.4)}
                  </text>
                  <text x={box.width / 2} y="35" text-anchor="middle" class="part-note">
                    {cut(noteOf(part), box.width - 16, 7)}
                  </text>
                </g>
              ))}
            </g>
          ))}
        </svg>
      </div>
      <ChartTable label={texts.label} columns={texts.columns} rows={() => chainRows(zones)} />
    </figure>
  );
}

/** Above the lines, which may pass behind it. */
function ZoneName({ zone: { zone, box } }: { zone: PlacedZone }) {
  return (
    <g class="zone">
      <text x={box.x + 16} y={box.y + 25} class="zone-name">
        {zone.zone === '.' ? texts.root : cut(visible(zone.zone), box.width - 32, 8.6)}
      </text>
      <text x={box.x + 16} y={box.y + 43} class="zone-status">
        {cut(texts.statuses[zone.status ?? 'unknown'], box.width - 32, 6.4)}
      </text>
    </g>
  );
}

function labelOf({ kind, key, set, tag }: ChainPart): string {
  if (kind === 'missing') return texts.key(String(tag));
  if (key !== undefined) return (key.secure_entry_point ? texts.ksk : texts.zsk)(String(key.key_tag));
  if (set!.denies !== null) return texts.denies(set!.type, set!.denies.split(' ').at(-1)!);
  return set!.type;
}

function noteOf({ kind, key, set, anchored }: ChainPart): string {
  if (kind === 'missing') return texts.notPublished;
  if (key !== undefined) {
    if (key.revoked) return texts.revoked;
    return anchored === true ? texts.anchored : key.algorithm_name;
  }
  return set!.signatures.length === 0 ? texts.unsigned : visible(set!.name === '.' ? texts.root : set!.name);
}

/** As much of a text as has room, by the width of its letters. */
function cut(text: string, width: number, letter: number): string {
  const letters = Math.max(6, Math.floor(width / letter));
  return text.length <= letters ? text : `${text.slice(0, letters - 1)}…`;
}
