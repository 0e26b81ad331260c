import { useSignal } from '@preact/signals';
import { scaleLinear, scaleUtc } from 'd3-scale';
import { area, curveMonotoneX, line } from 'd3-shape';
import { dateTime, tick } from '../format/times.ts';
import { texts } from '../texts/en/common.ts';
import { useWidth } from './chart-size.ts';
import { ChartTable } from './chart-table.tsx';

export interface Point {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Null is a gap. */
  readonly value: number | null;
}

export interface Series {
  readonly label: string;
  readonly points: readonly Point[];
  /** `area` is filled, `line` is not, `before` is dashed and grey; `bar` counts what happened from a point to the next. */
  readonly kind: 'area' | 'line' | 'before' | 'bar';
  /** The number of the colour in the palette, from 0. */
  readonly colour?: number;
}

const margin = { top: 8, right: 4, bottom: 22, left: 44 };

/**
 * Shows values over time. The pointer reads them off; a stretch that is dragged over is told to `onRange`. The height
 * is reserved before there is anything to draw, so that nothing moves.
 */
export function TimeChart({
  label,
  series,
  height = 200,
  format,
  onRange,
  table = true,
}: {
  label: string;
  series: readonly Series[];
  height?: number;
  format: (value: number) => string;
  onRange?: (from: number, to: number) => void;
  /** False if the numbers stand elsewhere on the page. */
  table?: boolean;
}) {
  const [element, width] = useWidth<HTMLDivElement>();
  const pointed = useSignal<number | undefined>(undefined);
  const dragged = useSignal<number | undefined>(undefined);
  const times = series[0]?.points ?? [];
  const first = times[0]?.at ?? 0;
  const last = times.at(-1)?.at ?? 1;
  const most = Math.max(1, ...series.flatMap(({ points }) => points.map(({ value }) => value ?? 0)));
  const room = series.some(({ kind }) => kind === 'bar') ? 16 : 0;
  const x = scaleUtc(
    [first, last],
    [margin.left + room, Math.max(margin.left + room + 1, width.value - margin.right - room)],
  );
  const y = scaleLinear([0, most], [height - margin.bottom, margin.top]).nice(4);
  // Whole numbers have no ticks between them that would be told as the same number twice.
  const isWhole = series.every(({ points }) => points.every(({ value }) => Number.isInteger(value ?? 0)));
  const ticks = y.ticks(height < 100 ? 2 : 4).filter((value) => !isWhole || Number.isInteger(value));
  const drawLine = line<Point>()
    .defined(({ value }) => value !== null)
    .x(({ at }) => x(at))
    .y(({ value }) => y(value!))
    .curve(curveMonotoneX);
  const drawArea = area<Point>()
    .defined(({ value }) => value !== null)
    .x(({ at }) => x(at))
    .y0(y(0))
    .y1(({ value }) => y(value!))
    .curve(curveMonotoneX);
  // Bars need half their width at either side.
  const barWidth = Math.max(2, Math.min(28, ((width.value - margin.left) / Math.max(1, times.length)) * 0.6));
  const bars = ({ points, colour = 0 }: Series) =>
    points.map(
      ({ at, value }) =>
        value !== null &&
        value > 0 && (
          <rect
            key={at}
            class={`bar-of series-${colour}`}
            x={x(at) - barWidth / 2}
            width={barWidth}
            y={y(value)}
            height={y(0) - y(value)}
            rx="2"
          />
        ),
    );
  const nearest = (event: PointerEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const at = x.invert(event.clientX - box.left).getTime();
    let best = 0;
    for (const [index, point] of times.entries()) {
      if (Math.abs(point.at - at) < Math.abs(times[best]!.at - at)) best = index;
    }
    return best;
  };
  const finish = () => {
    const [from, to] = [dragged.value, pointed.value];
    dragged.value = undefined;
    if (from === undefined || to === undefined || from === to || onRange === undefined) return;
    onRange(times[Math.min(from, to)]!.at, times[Math.max(from, to)]!.at);
  };
  const here = pointed.value === undefined ? undefined : times[pointed.value];
  const start = dragged.value === undefined ? undefined : times[dragged.value];
  return (
    <figure class="chart" aria-label={label}>
      <div class="legend">
        {series.map((one) => (
          <span key={one.label}>
            <i class={one.kind === 'before' ? 'key dash' : `key series-${one.colour ?? 0}`} />
            {one.label}
            {pointed.value !== undefined && (
              <b class="number">
                {one.points[pointed.value]?.value == null ? '–' : format(one.points[pointed.value]!.value!)}
              </b>
            )}
          </span>
        ))}
        {here !== undefined && <span class="end number">{dateTime(here.at)}</span>}
      </div>
      <div ref={element} style={{ blockSize: `${height}px` }}>
        <svg
          height={height}
          viewBox={`0 0 ${width.value} ${height}`}
          aria-hidden="true"
          onPointerMove={(event) => {
            if (times.length > 0) pointed.value = nearest(event);
          }}
          onPointerDown={(event) => {
            if (onRange !== undefined && times.length > 0) dragged.value = nearest(event);
          }}
          onPointerUp={finish}
          onPointerLeave={() => {
            pointed.value = undefined;
            dragged.value = undefined;
          }}
        >
          <rect width={width.value} height={height} fill="transparent" />
          <g class="axis">
            {ticks.map((value) => (
              <g key={value}>
                <line
                  class="grid-line"
                  x1={margin.left}
                  x2={width.value - margin.right}
                  y1={y(value)}
                  y2={y(value)}
                />
                <text x={margin.left - 8} y={y(value)} dy="0.32em" text-anchor="end">
                  {format(value)}
                </text>
              </g>
            ))}
            {times.length > 1 &&
              x.ticks(Math.max(2, Math.floor(width.value / 110))).map((at) => (
                <text key={at.getTime()} x={x(at)} y={height - 4} text-anchor={anchor(x(at), width.value)}>
                  {tick(at.getTime(), last - first)}
                </text>
              ))}
          </g>
          {series.map((one) => (
            <g key={one.label}>
              {one.kind === 'area' && <path class="area" d={drawArea([...one.points]) ?? ''} />}
              {one.kind === 'bar' ? (
                bars(one)
              ) : (
                <path
                  class={`line ${one.kind === 'before' ? 'before' : `series-${one.colour ?? 0}`}`}
                  d={drawLine([...one.points]) ?? ''}
                />
              )}
              {one.kind !== 'bar' &&
                aloneIn(one.points).map(({ at, value }) => (
                  <circle key={at} class={`dot series-${one.colour ?? 0}`} cx={x(at)} cy={y(value!)} r="3" />
                ))}
            </g>
          ))}
          {here !== undefined && (
            <line
              class="cursor"
              x1={x(here.at)}
              x2={x(here.at)}
              y1={margin.top}
              y2={height - margin.bottom}
            />
          )}
          {here !== undefined && start !== undefined && (
            <rect
              class="brush"
              x={Math.min(x(here.at), x(start.at))}
              width={Math.abs(x(here.at) - x(start.at))}
              y={margin.top}
              height={height - margin.bottom - margin.top}
            />
          )}
        </svg>
      </div>
      {table && (
        <ChartTable
          label={label}
          columns={[texts.time, ...series.map((one) => one.label)]}
          rows={() =>
            times.map((point, index) => [
              dateTime(point.at),
              ...series.map((one) => {
                const value = one.points[index]?.value;
                return value == null ? '–' : format(value);
              }),
            ])
          }
        />
      )}
    </figure>
  );
}

/** Points between gaps, of which no line can be drawn. */
function aloneIn(points: readonly Point[]): readonly Point[] {
  return points.filter(
    ({ value }, index) =>
      value !== null &&
      (points[index - 1]?.value ?? null) === null &&
      (points[index + 1]?.value ?? null) === null,
  );
}

/** Labels at the sides stay within the picture. */
function anchor(at: number, width: number): 'middle' | 'end' {
  return at > width - 28 ? 'end' : 'middle';
}
