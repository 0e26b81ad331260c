import type { PassiveRecord } from '@sonde/client/api-types.generated.ts';
import { AnswerLink } from '../components/answer-link.tsx';
import { Moment } from '../components/moment.tsx';
import { DomainLink } from '../components/name.tsx';
import { TableScroll } from '../components/panel.tsx';
import { short } from '../format/numbers.ts';
import { dateOnly } from '../format/times.ts';
import { texts } from '../texts/en/parts/spans.ts';

/**
 * Shows records with the time that each was seen in, as bars over one axis; a table as well, so that it reads without
 * sight.
 */
export function SpanBars({ label, records }: { label: string; records: readonly PassiveRecord[] }) {
  const first = Math.min(...records.map(({ first_seen: at }) => Date.parse(at)));
  const last = Math.max(...records.map(({ last_seen: at }) => Date.parse(at)));
  const length = Math.max(1, last - first);
  return (
    <TableScroll label={label}>
      <table class="table spans">
        <thead>
          <tr>
            <th>{texts.name}</th>
            <th>{texts.type}</th>
            <th>{texts.data}</th>
            <th>
              <span class="span-axis">
                <span>{dateOnly(first)}</span>
                <span>{dateOnly(last)}</span>
              </span>
            </th>
            <th class="number">{texts.count}</th>
            <th class="number">{texts.last}</th>
          </tr>
        </thead>
        <tbody>
          {records.map((record) => {
            const start = ((Date.parse(record.first_seen) - first) / length) * 100;
            const width = ((Date.parse(record.last_seen) - Date.parse(record.first_seen)) / length) * 100;
            return (
              <tr key={`${record.name} ${record.type} ${record.data}`}>
                <td class="wrap">
                  <DomainLink name={record.name} />
                </td>
                <td>{record.type}</td>
                <td class="wrap">
                  <AnswerLink type={record.type} data={record.data} />
                </td>
                <td class="track">
                  <span class="span-track" aria-hidden="true">
                    <span style={{ insetInlineStart: `${start}%`, inlineSize: `${width}%` }} />
                  </span>
                </td>
                <td class="number">{short(record.count)}</td>
                <td class="number soft">
                  <Moment at={record.last_seen} relative />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </TableScroll>
  );
}
