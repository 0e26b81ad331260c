import type { StoredQuery } from '@sonde/client/api-types.generated.ts';
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { useWidth } from '../../charts/chart-size.ts';
import { noteText } from '../../components/address-note.tsx';
import { ClientName } from '../../components/client-name.tsx';
import { VirtualRows } from '../../components/lists/virtual-rows.tsx';
import { Name } from '../../components/name.tsx';
import { Empty, Failure, Skeleton } from '../../components/state.tsx';
import { rowKey } from '../../domain/shown-queries.ts';
import { milliseconds } from '../../format/numbers.ts';
import { clockTime, exactTime } from '../../format/times.ts';
import { visible } from '../../format/visible-name.ts';
import { texts as common } from '../../texts/en/common.ts';
import { texts } from '../../texts/en/watch/queries.ts';
import type { Rows } from './use-rows.ts';

/** Below this width a row takes two lines. */
const narrow = 620;

/** Shows the rows, of which there may be thousands, under their headings. */
export function QueryTable({
  rows,
  selected,
  onOpen,
  onScroll,
}: {
  rows: Rows;
  selected: number | undefined;
  onOpen: (row: StoredQuery) => void;
  onScroll: (atTop: boolean) => void;
}) {
  const [element, width] = useWidth<HTMLDivElement>(1_000);
  const two = width.value < narrow;
  return (
    <div ref={element} class={two ? 'queries two' : 'queries'}>
      {rows.rows.length === 0 ? (
        <div class="panel">
          {rows.trouble !== undefined ? (
            <Failure trouble={rows.trouble} retry={rows.reload} />
          ) : rows.loading ? (
            <Skeleton lines={16} />
          ) : (
            <Empty title={texts.empty}>
              <p class="soft">{texts.emptyMore}</p>
            </Empty>
          )}
        </div>
      ) : (
        <div
          role="table"
          aria-label={common.pages.queries}
          aria-rowcount={rows.rows.length}
          class="query-table"
        >
          <VirtualRows
            label={common.pages.queries}
            rows={rows.rows}
            rowHeight={two ? 56 : 34}
            keyOf={rowKey}
            shown={selected}
            head={<Head />}
            onEnd={rows.more}
            onScroll={onScroll}
            render={(row, index) => (
              <Row two={two} row={row} index={index} selected={index === selected} onOpen={onOpen} />
            )}
          />
          {rows.trouble !== undefined && <Failure trouble={rows.trouble} retry={rows.reload} />}
        </div>
      )}
    </div>
  );
}

function Head() {
  const { columns } = texts;
  return (
    <div role="row" class="query-row head">
      {[columns.time, columns.client, columns.name, columns.type, columns.code, columns.took].map((text) => (
        <span role="columnheader" key={text}>
          {text}
        </span>
      ))}
    </div>
  );
}

function Row({
  two,
  row,
  index,
  selected,
  onOpen,
}: {
  two: boolean;
  row: StoredQuery;
  index: number;
  selected: boolean;
  onOpen: (row: StoredQuery) => void;
}) {
  const cells = useMemo(() => <Cells two={two} row={row} />, [two, row]);
  return (
    <div
      role="row"
      aria-rowindex={index + 1}
      class={selected ? 'query-row selected' : 'query-row'}
      onClick={() => onOpen(row)}
    >
      {cells}
    </div>
  );
}

/** Shows what a row says, which never changes: it is made once, however often rows come before it. */
function Cells({ two, row }: { two: boolean; row: StoredQuery }) {
  const { response_code: code, response_time_ms: took } = row;
  return (
    <>
      <Cell kind="time">
        <time dateTime={row.timestamp} title={common.utc(row.timestamp)}>
          {two ? clockTime(row.timestamp) : exactTime(row.timestamp)}
        </time>
      </Cell>
      <Cell kind="client" title={noteText(row.client_ip)}>
        <ClientName address={row.client_ip} brief />
      </Cell>
      <Cell kind="asked">
        <button type="button" class="row-button" title={visible(row.query_name)}>
          <Name name={row.query_name} />
        </button>
      </Cell>
      <Cell kind="type">{row.query_type}</Cell>
      <Cell kind={`answer ${codeKind(code)}`}>{code ?? texts.noResponse}</Cell>
      <Cell kind="took">{took === null ? '' : milliseconds(took)}</Cell>
    </>
  );
}

function Cell({ kind, title, children }: { kind: string; title?: string; children: ComponentChildren }) {
  return (
    <span role="cell" class={kind} title={title === '' ? undefined : title}>
      {children}
    </span>
  );
}

function codeKind(code: string | null): string {
  if (code === 'NOERROR') return 'soft';
  return code === 'NXDOMAIN' ? 'warn' : 'bad';
}
