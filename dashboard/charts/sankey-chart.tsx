import { sankey, sankeyJustify, sankeyLinkHorizontal } from 'd3-sankey';
import { texts } from '../texts/en/parts/sankey.ts';
import { useWidth } from './chart-size.ts';
import { ChartTable } from './chart-table.tsx';

export interface SankeyFlow {
  readonly from: string;
  readonly to: string;
  readonly value: number;
  /** What the flow counts, in words. */
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

const narrow = 560;

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
  const room = width.value < narrow ? 96 : 150;
  const layout = sankey<Node, Link>()
    .nodeId(({ name }) => name)
    .nodeAlign(sankeyJustify)
    .nodeWidth(8)
    .nodePadding(18)
    .extent([
      [0, 8],
      [Math.max(room + 60, width.value - room), height - 8],
    ]);
  const { nodes, links } = layout({
    nodes: names.map((name) => ({ name })),
    links: flows.map((flow) => ({ source: flow.from, target: flow.to, value: flow.value, flow })),
  });
  const path = sankeyLinkHorizontal();
  return (
    <figure class="chart sankey" aria-label={label}>
      <div ref={element} style={{ minBlockSize: `${height}px` }}>
        <svg height={height} viewBox={`0 0 ${width.value} ${height}`} aria-hidden="true">
          {links.map((link, index) => {
            const { tone } = nodeText((link.target as unknown as Node).name);
            return (
              <path
                key={index}
                class={`band ${tone}`}
                d={path(link as never) ?? ''}
                stroke-width={Math.max(1.5, link.width ?? 0)}
              >
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
