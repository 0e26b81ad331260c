import { type SankeyLink, type SankeyNode, sankey, sankeyJustify } from 'd3-sankey';
import { count } from '../format/numbers.ts';
import { texts } from '../texts/en/parts/sankey.ts';
import { useWidth } from './chart-size.ts';
import { ChartTable } from './chart-table.tsx';

export interface SankeyFlow {
  readonly from: string;
  readonly to: string;
  readonly value: number;
  /** The counted things, in words. */
  readonly told: string;
}

export interface SankeyNodeText {
  readonly label: string;
  readonly tone: 'good' | 'bad' | 'plain';
}

interface Node {
  readonly name: string;
}
interface Link {
  readonly source: string;
  readonly target: string;
  readonly value: number;
  readonly flow: SankeyFlow;
}

const narrow = 520;
const room = 150;

/** Shows flows from left to right as bands whose widths follow their numbers. */
export function SankeyChart({
  label,
  flows,
  nodeText,
}: {
  label: string;
  flows: readonly SankeyFlow[];
  nodeText: (name: string) => SankeyNodeText;
}) {
  const [element, width] = useWidth<HTMLDivElement>(800);
  const names = [...new Set(flows.flatMap(({ from, to }) => [from, to]))];
  const height = Math.max(220, names.length * 30);
  const layout = sankey<Node, Link>()
    .nodeId(({ name }) => name)
    .nodeAlign(sankeyJustify)
    .nodeWidth(8)
    .nodePadding(18)
    .extent([
      [0, 8],
      [Math.max(narrow, width.value) - room, height - 8],
    ]);
  const { nodes, links } = layout({
    nodes: names.map((name) => ({ name })),
    links: flows.map((flow) => ({ source: flow.from, target: flow.to, value: flow.value, flow })),
  });
  return (
    <figure class="chart sankey" aria-label={label}>
      <div ref={element} style={{ minBlockSize: `${height}px` }}>
        {width.value < narrow ? (
          <Steps nodes={nodes} nodeText={nodeText} flows={flows} />
        ) : (
          <svg height={height} viewBox={`0 0 ${width.value} ${height}`} aria-hidden="true">
            {links.map((link, index) => {
              const { tone } = nodeText((link.target as unknown as Node).name);
              return (
                <path key={index} class={`band ${tone}`} d={bandOf(link)}>
                  <title>{link.flow.told}</title>
                </path>
              );
            })}
            {nodes.map((node) => {
              const { label: text, tone } = nodeText(node.name);
              const [x0, x1, y0, y1] = [node.x0 ?? 0, node.x1 ?? 0, node.y0 ?? 0, node.y1 ?? 0];
              return (
                <g key={node.name}>
                  <rect
                    class={`post ${tone}`}
                    x={x0}
                    y={y0}
                    width={x1 - x0}
                    height={Math.max(2, y1 - y0)}
                    rx="2"
                  />
                  <text x={x1 + 6} y={(y0 + y1) / 2} dy="0.35em">
                    {text}
                  </text>
                </g>
              );
            })}
          </svg>
        )}
      </div>
      <ChartTable
        label={label}
        columns={[texts.from, texts.to, texts.count]}
        rows={() =>
          flows.map(({ from, to, told }) => [nodeText(from).label, nodeText(to).label, told] as const)
        }
      />
    </figure>
  );
}

/** A band as an area: as a thick line it would bulge over its ends where the way is short. */
function bandOf({ source, target, y0 = 0, y1 = 0, width = 0 }: SankeyLink<Node, Link>): string {
  const from = (source as SankeyNode<Node, Link>).x1 ?? 0;
  const to = (target as SankeyNode<Node, Link>).x0 ?? 0;
  const middle = (from + to) / 2;
  const half = Math.max(1.5, width) / 2;
  return (
    `M${from},${y0 - half}C${middle},${y0 - half} ${middle},${y1 - half} ${to},${y1 - half}` +
    `V${y1 + half}C${middle},${y1 + half} ${middle},${y0 + half} ${from},${y0 + half}Z`
  );
}

/** The same on a narrow screen, where bands have no room: each step below the one that it comes from. */
function Steps({
  nodes,
  flows,
  nodeText,
}: {
  nodes: readonly SankeyNode<Node, Link>[];
  flows: readonly SankeyFlow[];
  nodeText: (name: string) => SankeyNodeText;
}) {
  const most = Math.max(1, ...nodes.map(({ value = 0 }) => value));
  const below = (name: string, depth: number): { node: SankeyNode<Node, Link>; depth: number }[] =>
    nodes
      .filter((node) => node.name === name)
      .flatMap((node) => [
        { node, depth },
        ...flows.filter(({ from }) => from === name).flatMap(({ to }) => below(to, depth + 1)),
      ]);
  const roots = nodes.filter(({ name }) => flows.every(({ to }) => to !== name));
  return (
    <ul class="steps">
      {roots
        .flatMap(({ name }) => below(name, 0))
        .map(({ node: { name, value = 0 }, depth }) => {
          const { label, tone } = nodeText(name);
          const told = flows.find(({ to }) => to === name)?.told ?? count(value);
          return (
            <li key={name} class="step" style={{ '--depth': depth }}>
              <span class="row">
                {label} <span class="number soft end">{told}</span>
              </span>
              <span class={`bar ${tone}`} style={{ inlineSize: `${(value / most) * 100}%` }} />
            </li>
          );
        })}
    </ul>
  );
}
