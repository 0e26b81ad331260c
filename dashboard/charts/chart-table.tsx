import { TableScroll } from '../components/panel.tsx';
import { texts } from '../texts/en/common.ts';

/** Shows the numbers of a chart as a table, for people who cannot see it or want them exactly. */
export function ChartTable({
  label,
  columns,
  rows,
}: {
  label: string;
  columns: readonly string[];
  rows: () => readonly (readonly (string | number)[])[];
}) {
  return (
    <details>
      <summary>{texts.showTable}</summary>
      <TableScroll label={label}>
        <table class="table">
          <thead>
            <tr>
              {columns.map((column, index) => (
                <th key={column} class={index === 0 ? '' : 'number'}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows().map((row) => (
              <tr key={row.join()}>
                {row.map((cell, index) => (
                  <td key={columns[index]} class={index === 0 ? 'shrink' : 'number'}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
    </details>
  );
}
