import type { ComponentChildren, Key } from 'preact';
import type { Resource } from '../../app/resource.ts';
import { TableScroll } from '../panel.tsx';
import { Empty, Loaded } from '../state.tsx';

/** A column describes the head of a column, and the cells below it. Buttons have a head that is only heard. */
export type Column = string | readonly [text: string, kind: 'number' | 'buttons'];

/** Shows an answer of the collector as a table, in whichever state the answer is. */
export function ResourceTable<Data, Row>({
  label,
  of,
  rows,
  keyOf,
  columns,
  lines,
  empty,
  children,
}: {
  /** Names the table to those who do not see it. */
  label: string;
  of: Resource<Data>;
  rows: (data: Data) => readonly Row[];
  keyOf: (row: Row) => Key;
  columns: readonly (Column | false)[];
  /** Lines that are reserved before the answer is there. */
  lines?: number;
  /** The text in place of a table without rows: a sentence, or the page's own longer text. */
  empty?: Without;
  /** Renders the cells of a row. */
  children: (row: Row) => ComponentChildren;
}) {
  return (
    <Loaded
      of={of}
      {...(lines === undefined ? {} : { lines })}
      isEmpty={(data) => empty !== undefined && rows(data).length === 0}
      empty={empty !== undefined && <Without said={empty} />}
    >
      {(data) => (
        <TableScroll label={label}>
          <table class="table">
            <thead>
              <tr>{columns.map((column) => column && <Head key={String(column)} column={column} />)}</tr>
            </thead>
            <tbody>
              {rows(data).map((row) => (
                <tr key={keyOf(row)}>{children(row)}</tr>
              ))}
            </tbody>
          </table>
        </TableScroll>
      )}
    </Loaded>
  );
}

type Without = string | readonly [title: string, more: ComponentChildren];

function Without({ said }: { said: Without }) {
  if (typeof said === 'string') return <p class="soft">{said}</p>;
  const [title, more] = said;
  return (
    <Empty title={title}>
      <p class="soft">{more}</p>
    </Empty>
  );
}

function Head({ column }: { column: Column }) {
  if (typeof column === 'string') return <th>{column}</th>;
  const [text, kind] = column;
  if (kind === 'number') return <th class="number">{text}</th>;
  return (
    <th class="shrink">
      <span class="unseen">{text}</span>
    </th>
  );
}
